# How long stages and checks take, beside the times that are accepted.

measuring= # the process that measures the speed of the processor

# Measures the speed of the processor until end_measuring.
measure_processor() {
  python3 scripts/testing/processor.py >"$logs/processor.txt" &
  measuring=$!
  disown "$measuring" # the shell does not report its end
}

end_measuring() {
  [ -z "$measuring" ] || kill "$measuring" 2>/dev/null || true
  measuring=
}

# The mean time of the fixed computation during the run, in percent of its reference time in Tests/gate.txt.
slowdown() {
  awk 'FILENAME == "Tests/gate.txt" { if ($1 == "work") reference = $2; next }
    { sum += $1; count++ }
    END { printf "%d\n", count && reference ? 100 * sum / count / reference : 100 }
  ' Tests/gate.txt "$logs/processor.txt"
}

# Writes times.txt and prints its end. In CI, a run that takes more than half as much again as is accepted fails. The accepted
# times are multiplied by the slowdown of the processor.
report_times() {
  local file=$logs/times.txt sum allowed slower slowdown
  end_measuring
  slowdown=$(slowdown)
  {
    echo "stage       seconds   processor seconds   accepted"
    stages_with_times
    echo
    echo "slowest checks: seconds, processor seconds"
    slowest
  } >"$file"
  read -r sum allowed < <(stages_with_times | awk '{ sum += $3; allowed += $4 } END { print sum, allowed + 0 }')
  allowed=$((allowed * slowdown / 100))
  if [ -z "$everything" ]; then
    echo "✔ processor: $slowdown % of the reference time for the same computation" | tee -a "$file"
    slower=$(stages_with_times | awk -v slowdown="$slowdown" '$4 != "-" && $3 > 1.2 * $4 * slowdown / 100 { printf "%s%s %d instead of %d", comma, $1, $3, $4; comma = ", " }')
    [ -z "$slower" ] || echo "⚠ more than a fifth above Tests/gate.txt: $slower processor s" | tee -a "$file"
    echo "✔ gate: $SECONDS s, $sum processor s of $allowed accepted" | tee -a "$file"
  else
    echo "✔ everything: $SECONDS s, $sum processor s" | tee -a "$file"
  fi
  if [ -n "${CI:-}" ] && [ -n "$is_whole" ] && [ $((sum * 2)) -gt $((allowed * 3)) ] && [ "$allowed" -gt 0 ]; then
    echo "error: the gate takes more than half as much again as Tests/gate.txt accepts at this speed of the processor" >&2
    exit 1
  fi
}

# Each stage with its seconds, from the first moment of its first check to the last of its last, its processor seconds, and
# those that are accepted.
stages_with_times() {
  awk '
    FILENAME == "Tests/gate.txt" { accepted[$1] = $2; next }
    !($1 in began) { began[$1] = $2; order[count++] = $1 }
    $2 < began[$1] { began[$1] = $2 }
    $3 > ended[$1] { ended[$1] = $3 }
    { spent[$1] += $4 + $5 }
    END {
      for (i = 0; i < count; i++) {
        name = order[i]
        printf "%-10s %8.0f %19.0f %10s\n", name, ended[name] - began[name], spent[name], (name in accepted) ? accepted[name] : "-"
      }
    }' Tests/gate.txt "$logs"/*.times
}

# Checks, and modules of the checks in Python.
slowest() {
  local times
  {
    for times in "$logs"/*.times; do
      awk -v name="$(basename "$times" .times)" '{ printf "%.1f %.1f %s\n", $3 - $2, $4 + $5, name }' "$times"
    done
    cat "$logs"/modules.txt 2>/dev/null || true
  } | sort -rn | head -n 10
}
