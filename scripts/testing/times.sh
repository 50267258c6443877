# How long stages and checks take, beside the times that are accepted.

# Writes times.txt and prints its end. In CI, a run that takes more than half as much again as is accepted fails.
report_times() {
  local file=$logs/times.txt sum allowed slower
  {
    echo "stage       seconds   processor seconds   accepted"
    stages_with_times
    echo
    echo "slowest checks: seconds, processor seconds"
    slowest
  } >"$file"
  read -r sum allowed < <(stages_with_times | awk '{ sum += $3; allowed += $4 } END { print sum, allowed + 0 }')
  if [ -z "$everything" ]; then
    slower=$(stages_with_times | awk '$4 != "-" && $3 > 1.2 * $4 { printf "%s%s %d instead of %d", comma, $1, $3, $4; comma = ", " }')
    [ -z "$slower" ] || echo "⚠ more than a fifth above Tests/gate.txt: $slower processor s" | tee -a "$file"
    echo "✔ gate: $SECONDS s, $sum processor s of $allowed accepted" | tee -a "$file"
  else
    echo "✔ everything: $SECONDS s, $sum processor s" | tee -a "$file"
  fi
  if [ -n "${CI:-}" ] && [ -n "$is_whole" ] && [ $((sum * 2)) -gt $((allowed * 3)) ] && [ "$allowed" -gt 0 ]; then
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
