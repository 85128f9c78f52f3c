/* SPDX-License-Identifier: MIT */
/* The parameters of the three convolutions. */
#ifndef HD_FRONTEND_CONVOLUTION_H
#define HD_FRONTEND_CONVOLUTION_H

#include "frontend/adding.h"

/* Where they are in an operation's struct. */
typedef struct hd_conv_parameters {
    hipdnn_dims *pre_padding, *post_padding, *stride, *dilation;
    int32_t *mode;
} hd_conv_parameters;

#define HD_CONV_PARAMETERS(conv)                                                                                       \
    {                                                                                                                  \
        &(conv)->pre_padding, &(conv)->post_padding, &(conv)->stride, &(conv)->dilation, &(conv)->mode                 \
    }

hd_status hd_conv_take(const hipdnn_conv_attributes *attributes, const hd_conv_parameters *out);

/* For hd_complete. */
hd_status hd_conv_complete(const hd_op_context *context, const char *field, int64_t uid,
                           const hd_conv_parameters *parameters);

#endif
