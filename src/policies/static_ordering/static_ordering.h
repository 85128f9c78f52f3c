/* SPDX-License-Identifier: MIT */
/* SelectionHeuristic::StaticOrdering: a fixed, stable order over engine ids (R §5.3.1, D31). */
#ifndef HD_POLICIES_STATIC_ORDERING_H
#define HD_POLICIES_STATIC_ORDERING_H

#include "plugin/policy.h"

#define HD_STATIC_ORDERING_NAME "SelectionHeuristic::StaticOrdering"

extern const hd_policy_functions hd_static_ordering;

#endif
