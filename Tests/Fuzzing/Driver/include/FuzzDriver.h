#ifndef TANADA_FUZZ_DRIVER_H
#define TANADA_FUZZ_DRIVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// What is called with each input. Returns 0.
typedef int (*tanada_fuzz_target)(const uint8_t *bytes, size_t count);

/// Whether this program was linked with libFuzzer.
bool tanada_has_fuzzer(void);

/// Runs libFuzzer with the arguments of the program, until it has done what they say.
int tanada_fuzz(int *count, char ***arguments, tanada_fuzz_target target);

#endif
