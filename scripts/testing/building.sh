# Builds the program and its tests, once in each configuration.

sanitizer= preloaded=
# Each module at once: a whole build takes 40 % less of the processor than one file by file (and one after a small change takes more).
# Nothing here reads debug information, or an index.
by_module=(-Xswiftc -wmo -Xswiftc -no-emit-module-separately-wmo -Xswiftc -num-threads -Xswiftc 1)
built=(--scratch-path .build/gate --disable-index-store -debug-info-format none "${by_module[@]}")
# All documents of tests pass through it: a tenth of the time of the suites.
export TANADA_OPTIMIZED=StrictJSON

# The tests, unless TANADA_TESTS has them; with --all also the program as it is shipped, which all stages run then.
build() {
  [ -n "${TANADA_TESTS:-}" ] ||
    check build build swift build --build-tests --explicit-target-dependency-import-check error "${built[@]}"
  [ -z "$everything" ] || [ -n "$sanitizer" ] || [ -n "${TANADA:-}" ] || check build program scripts/build --program
}

# What is tested from now on.
use_build() {
  local folder
  folder=${TANADA_TESTS:+$(dirname "$TANADA_TESTS")}
  folder=${folder:-$(swift build --show-bin-path "${built[@]}")}
  [ ! -e "$logs/program.log" ] || TANADA=$(tail -n 1 "$logs/program.log")
  export TANADA_TESTS=$folder/tanadaPackageTests.xctest TANADA_MODULES=$folder/Modules FUZZING=$folder/Fuzzing
  export TANADA=${TANADA:-$folder/tanada}
  [ -z "$preloaded" ] || export LD_PRELOAD=$preloaded
}

# The documentation with the pages of the libraries, once for all checks of it.
make_site() {
  export TANADA_SITE=$logs/site
  rm -rf "$TANADA_SITE"
  check build site scripts/docs --site "$TANADA_SITE"
  finish
}

# All that is tested is built with a sanitizer, and what it finds in any process is kept in files: a server's
# error output is not read by every test.
sanitize() {
  local known=$PWD/Tests/Sanitizers options own
  sanitizer=$1
  export TANADA_SANITIZER=$sanitizer # tests have no bounds of memory then
  local instrumented=() # options of a build with a sanitizer
  case $sanitizer in
    address | thread) instrumented=(--sanitize "$sanitizer") ;;
    undefined) instrument_c ;;
    *)
      echo "error: there is no sanitizer '$sanitizer', expected address, thread or undefined" >&2
      exit 64
      ;;
  esac
  built=("${instrumented[@]}" --scratch-path ".build/$sanitizer" --disable-index-store)
  logs=$PWD/.build/$sanitizer/test
  rm -rf "$logs/reports"
  mkdir -p "$logs/reports"
  options=log_path=$logs/reports/report:print_summary=1
  # Stacks without frame pointers, which libraries do not have, so that known leaks can be named by their functions. The
  # process of the tests, which allocates most, has stacks by frame pointers: the others take ten times as long.
  own=include_if_exists=$logs/%b
  export ASAN_OPTIONS=$options:detect_leaks=1:fast_unwind_on_malloc=0:malloc_context_size=10:$own.options
  export LSAN_OPTIONS=suppressions=$known/leaks.txt:print_suppressions=0:$own.leaks
  cat "$known/leaks.txt" "$known/leaks-of-tests.txt" >"$logs/known-leaks.txt"
  echo fast_unwind_on_malloc=1 >"$logs/tanadaPackageTests.xctest.options"
  echo "suppressions=$logs/known-leaks.txt" >"$logs/tanadaPackageTests.xctest.leaks"
  export UBSAN_OPTIONS=$options:print_stacktrace=1
  export TSAN_OPTIONS=$options:suppressions=$known/races.txt:history_size=4
  if [ "$sanitizer" = thread ]; then
    preloaded=$logs/mutex.so
    clang -shared -fPIC -O1 -o "$preloaded" "$known/mutex.c"
  fi
}

# The compiler of Swift has no sanitizer of undefined behaviour on Linux: Swift checks what it adds and indexes itself.
# The C of the program and of what it is built on has it.
instrument_c() {
  local library
  library=$(dirname "$(readlink -f "$(command -v swift)")")/../lib/clang
  library=$(find -L "$library" -name "libclang_rt.ubsan_standalone-$(uname -m).a" | head -n 1)
  if [ -z "$library" ]; then
    echo "error: the toolchain has no libclang_rt.ubsan_standalone" >&2
    exit 1
  fi
  # `function` and `vptr` compare types that C++ alone has.
  instrumented=(
    -Xcc -fsanitize=undefined -Xcc -fno-sanitize=function -Xcc -fno-sanitize=vptr
    -Xlinker --whole-archive -Xlinker "$library" -Xlinker --no-whole-archive
  )
}

nothing_is_reported() {
  local report found=0
  for report in "$logs"/reports/*; do
    [ -e "$report" ] || continue
    found=1
    echo "error: ${report##*/}" >&2 && head -n 80 "$report" >&2
  done
  return "$found"
}
