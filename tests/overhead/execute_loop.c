/* SPDX-License-Identifier: MIT */
/* A thousand executes on the null engine, for an instruction counter. */
#include "one_node.h"

int main(void)
{
    hipdnnHandle_t handle;
    one_node node;
    expect(hipdnnCreate(&handle), "handle");
    one_node_plan(handle, "NULL_ENGINE", &node);
    one_node_pack(&node);
    for (int i = 0; i < 1000; i++)
        expect(hipdnnBackendExecute(handle, node.plan, node.pack), "execute");
    one_node_destroy(&node);
    expect(hipdnnDestroy(handle), "destroy");
    return 0;
}
