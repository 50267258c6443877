// Counts the allocations of a process. Linked into benchmarks only: it stands in front of malloc.
#pragma once

/// How many times memory has been asked for since the process began.
long allocation_count(void);

/// Keeps freed memory in the process, so that a benchmark measures an algorithm and not how fast the
/// kernel clears pages.
void keep_freed_memory(void);
