# How long stages and checks take, beside the times that are accepted.

measuring= # the process that measures the processor

# Measures the processor from now on.
measure_processor() {
  python3 scripts/testing/processor.py >"$logs/processor.txt" &
  measuring=$!
  disown "$measuring" # its end is no news
}

end_measuring() {
  [ -z "$measuring" ] || kill "$measuring" 2>/dev/null || true
  measuring=
}

# How many times as long the same work took as when the accepted times were measured, in hundredths.
slowness() {
  awk 'FILENAME == "Tests/gate.txt" { if ($1 == "work") accepted = $2; next }
    { sum += $1; count++ }
    END { printf "%d\n", count && accepted ? 100 * sum / count / accepted : 100 }
  ' Tests/gate.txt "$logs/processor.txt"
}

# Writes times.txt and prints its end. In CI, a run that takes more than half as much again as is accepted fails. Processors
# differ, and have less for each when they are shared: what is accepted is multiplied by how long the same work takes.
report_times() {
  local file=$logs/times.txt sum allowed slower slowness
  end_measuring
  slowness=$(slowness)
  {
    echo "stage       seconds   processor seconds   accepted"
    stages_with_times
    echo
    echo "slowest checks: seconds, processor seconds"
    slowest
  } >"$file"
  read -r sum allowed < <(stages_with_times | awk '{ sum += $3; allowed += $4 } END { print sum, allowed + 0 }')
  if [ -z "$everything" ]; then
    echo "✔ the same work takes $slowness % of the time that it took when Tests/gate.txt was written" | tee -a "$file"
    slower=$(stages_with_times | awk -v slowness="$slowness" '$4 != "-" && $3 > 1.2 * $4 * slowness / 100 { printf "%s%s %d instead of %d", comma, $1, $3, $4; comma = ", " }')
    [ -z "$slower" ] || echo "⚠ more than a fifth above Tests/gate.txt: $slower processor s" | tee -a "$file"
    echo "✔ gate: $SECONDS s, $sum processor s of $allowed accepted" | tee -a "$file"
  else
    echo "✔ everything: $SECONDS s, $sum processor s" | tee -a "$file"
  fi
  if [ -n "${CI:-}" ] && [ -n "$is_whole" ] && [ $((sum * 200)) -gt $((allowed * 3 * slowness)) ] && [ "$allowed" -gt 0 ]; then
    echo "error: the gate takes more than half as much again as Tests/gate.txt accepts" >&2
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
