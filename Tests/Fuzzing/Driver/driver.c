#include "FuzzDriver.h"

// The entry of libFuzzer for programs with a main function of their own. Without libFuzzer there is none.
__attribute__((weak)) int LLVMFuzzerRunDriver(
  int *count, char ***arguments, tanada_fuzz_target target);

bool tanada_has_fuzzer(void) { return LLVMFuzzerRunDriver != NULL; }

int tanada_fuzz(int *count, char ***arguments, tanada_fuzz_target target) {
  return LLVMFuzzerRunDriver(count, arguments, target);
}
