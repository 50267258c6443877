# The checks of Tests/checks.txt, by stages.

# run_stage STAGE: starts its checks. Those in Python are one run of pytest for each kind of store, and the longest: they
# start first.
run_stage() {
  local stage=$1 when of name command paths=() on_postgresql=() others=()
  while IFS='|' read -r when of name command _; do
    when=${when// /} of=${of// /} name=${name// /}
    [ "$of" = "$stage" ] || continue
    [ "$when" = gate ] || [ -n "$everything" ] || continue
    [ -z "$sanitizer" ] || [[ $command != *'(plain)'* ]] || continue
    command=${command//'(plain)'/}
    case $command in
      ' pytest '*) paths+=(${command#' pytest'}) ;;
      ' pytest-on-postgresql '*) on_postgresql+=(${command#' pytest-on-postgresql'}) ;;
      *) others+=("$name $command") ;;
    esac
  done < <(grep -v '^ *\(#\|$\)' Tests/checks.txt)
  [ ${#paths[@]} -eq 0 ] || check "$stage" "$stage" in_python "${paths[@]}"
  [ ${#on_postgresql[@]} -eq 0 ] || check "$stage" "$stage-on-postgresql" in_python --store postgresql "${on_postgresql[@]}"
  for command in "${others[@]}"; do check "$stage" $command; done
}

# How a check is run again.
again() {
  case $1 in
    swift | client) echo "scripts/test --filter NAME" ;;
    e2e* | form) echo "${TANADA:+TANADA=$TANADA }Tests/e2e/run PATH" ;;
    format | list) echo "scripts/test form" ;;
    *) echo "${commands[$1]}" ;;
  esac
}

# Form.

form_of_swift() {
  swift format lint --strict --recursive --parallel Package.swift Sources Tests Benchmarks Web clients
}

# Each folder of Tests, and each of Tests/e2e, is in the list of checks, in the suites in Swift, or only serves others.
every_check_is_listed() {
  local folder name
  for folder in Tests/*/ Tests/e2e/*/; do
    name=$(basename "$folder")
    case " Bare Conformance Sanitizers Support TestSupport e2e harness __pycache__ " in *" $name "*) continue ;; esac
    if [[ $name == *Tests ]]; then
      grep -qE "\"$name\"" Package.swift || { echo "error: Package.swift has no test target $name" && return 1; }
    elif ! grep -qE "^[^#]*[ /]$name([/ ]|$)" Tests/checks.txt; then
      echo "error: Tests/checks.txt has no check of $folder" && return 1
    fi
  done
  for name in $(grep -v '^ *#' Tests/checks.txt | grep -oE ' [a-z0-9_/]+\.py' | sort -u); do
    [ -e "Tests/e2e/$name" ] || { echo "error: Tests/checks.txt names Tests/e2e/$name, which is not there" && return 1; }
  done
}

# Swift.

# All suites, without asking the package manager again. Sizes are those of the gate, or larger with --all; suites that start
# a PostgreSQL run if something that they depend on has changed.
swift_tests() {
  local options=()
  [ -z "$everything" ] || export TANADA_TEST_SCALE=all
  [ -n "$everything" ] || depends_on_postgresql || options+=(--skip '^FeedStorePostgreSQLTests\.')
  # With a sanitizer, a thousand tests at once are so slow that single ones exceed their time limits.
  [ -z "$sanitizer" ] || options+=(--experimental-maximum-parallelization-width 8)
  "$TANADA_TESTS" --testing-library swift-testing "${options[@]}"
}

depends_on_postgresql() {
  [ -n "${CI:-}" ] ||
    grep -qE '^(Sources/(CPostgreSQL|FeedStore)|Tests/(FeedStorePostgreSQL|TestSupport))' <<<"$changed"
}

# Suites of servers whose stores are in PostgreSQL.
swift_tests_on_postgresql() {
  local options=() suite
  for suite in FeedServerTests.{ContentTests,ContentWritingTests,BatchTests,IdempotencyTests,EventTests,ReleaseRouteTests} \
    FeedServerTests.{HistoryRouteTests,RestoreRouteTests,KindRouteTests,PhotoRouteTests,CompositionRouteTests} \
    FeedPublisherTests.SameBytesTests FeedEditingTests.SeederTests; do
    options+=(--filter "^$suite/")
  done
  TANADA_TEST_STORE=postgresql "$TANADA_TESTS" --testing-library swift-testing "${options[@]}"
}

# Debian's Node.js 18 has the `crypto` of browsers only if it is asked for.
node_tests() {
  node --experimental-global-webcrypto --test Web/tanada/tests/*.test.js Web/studio/tests/*.test.js
}

# Python.

in_python() {
  local workers=2
  REQUIREMENTS=${everything:+requirements-all.txt}
  REQUIREMENTS=${REQUIREMENTS:-requirements.txt} WORKERS=$workers TEST_TIMES=$logs/modules.txt Tests/e2e/run "$@"
}

# What has changed: files that are not committed, and all commits that the branch has and its upstream has not.
changed_files() {
  local base
  base=${TANADA_BASE:-$(git merge-base HEAD '@{upstream}' 2>/dev/null || true)}
  {
    git diff --name-only "${base:-HEAD}" -- 2>/dev/null
    git ls-files --others --exclude-standard 2>/dev/null
  } | sort -u
}

is_documentation() {
  [ -n "$1" ] && [ -z "${CI:-}" ] && ! grep -qvE '^docs/|^[^/]*\.md$|^site/mkdocs\.yml$' <<<"$1"
}
