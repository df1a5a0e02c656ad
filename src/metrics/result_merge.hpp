#pragma once

#include "src/metrics/result.hpp"

namespace squall::metrics {

/// Adds what another process of the same run found: audit, histograms, funnel, health and counts add up exactly. The
/// series are laid over one another second by second; of their p99 the highest is kept, for they cannot be added.
/// Phases last as long as the longest. To be judged anew afterwards, see judge_merged().
void merge(Result& whole, const Result& shard);

/// Adds the sample of the same second of another process: counts and CPU add up, the phase is the earlier one, the p99
/// the higher one and the time the later one.
void merge(Sample& whole, const Sample& shard);

/// Fills in validity, verdict and its sentence from what was merged.
void judge_merged(Result& whole);

}  // namespace squall::metrics
