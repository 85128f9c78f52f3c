/* SPDX-License-Identifier: MIT */
#include "frontend/operations/convolution.h"

#include "frontend/operations/spatial.h"

hd_status hd_conv_take(const hipdnn_conv_attributes *attributes, const hd_conv_parameters *out)
{
    const hipdnn_conv_attributes *a = attributes;
    *out->mode = a->mode != HIPDNN_CONV_MODE_UNSET ? (int32_t)a->mode : HIPDNN_CONV_MODE_CROSS_CORRELATION;
    HD_TRY(hd_adding_check_enum("mode", &hd_conv_mode_enum, *out->mode, "HIPDNN_CONV_MODE_*"));
    HD_TRY(hd_spatial_take("stride", a->stride, out->stride));
    HD_TRY(hd_spatial_take("dilation", a->dilation, out->dilation));
    return hd_spatial_take_padding(a->padding, a->pre_padding, a->post_padding, out->pre_padding, out->post_padding);
}

hd_status hd_conv_complete(const hd_op_context *context, const char *field, int64_t uid,
                           const hd_conv_parameters *parameters)
{
    const hd_spatial_list lists[] = {
        {"padding before", parameters->pre_padding, 0},
        {"padding after", parameters->post_padding, 0},
        {"stride", parameters->stride, 1},
        {"dilation", parameters->dilation, 1},
    };
    return hd_spatial_complete(context, field, uid, lists, sizeof lists / sizeof lists[0]);
}
