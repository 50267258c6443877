# How long stages and checks take, beside the times that are accepted.

declare -A stage_seconds=() stage_processor=()
stage_order=()

# timed NAME COMMAND …: runs a stage, and prints its time.
timed() {
  local name=$1 began ended
  shift
  began=$EPOCHREALTIME
  "$@"
  finish
  ended=$EPOCHREALTIME
  [ -n "${stage_seconds[$name]:-}" ] || stage_order+=("$name")
  stage_seconds[$name]=$(awk "BEGIN { printf \"%.0f\", $ended - $began }")
  stage_processor[$name]=$(sum_of_processor_seconds)
  for file in "$logs"/*.times; do [ ! -e "$file" ] || mv "$file" "${file%.times}.done"; done
  echo "✔ $name: ${stage_seconds[$name]} s, ${stage_processor[$name]} processor s"
}

# Of the checks since the last stage.
sum_of_processor_seconds() {
  cat "$logs"/*.times 2>/dev/null | awk '{ sum += $2 + $3 } END { printf "%.0f", sum }'
}

# Writes times.txt and prints its end. In CI, a run that takes more than half as much again as is accepted fails.
report_times() {
  local file=$logs/times.txt stage accepted sum=0 allowed=0 seconds=0 slower=()
  {
    echo "stage       seconds   processor seconds   accepted"
    for stage in "${stage_order[@]}"; do
      accepted=$(awk -v stage="$stage" '$1 == stage { print $2 }' Tests/gate.txt)
      printf '%-10s %8s %19s %10s\n' "$stage" "${stage_seconds[$stage]}" "${stage_processor[$stage]}" "${accepted:--}"
    done
    echo
    echo "slowest checks: seconds, processor seconds"
    slowest
  } >"$file"
  for stage in "${stage_order[@]}"; do
    accepted=$(awk -v stage="$stage" '$1 == stage { print $2 }' Tests/gate.txt)
    sum=$((sum + stage_processor[$stage])) seconds=$((seconds + stage_seconds[$stage]))
    [ -z "$everything" ] && [ -n "$accepted" ] || continue
    allowed=$((allowed + accepted))
    [ $((stage_processor[$stage] * 10)) -le $((accepted * 12)) ] ||
      slower+=("$stage ${stage_processor[$stage]} instead of $accepted")
  done
  [ ${#slower[@]} -eq 0 ] ||
    echo "⚠ more than a fifth above Tests/gate.txt: $(printf '%s, ' "${slower[@]}" | sed 's/, $//') processor s" | tee -a "$file"
  echo "✔ ${everything:+everything}${everything:-gate}: $seconds s, $sum processor s of $allowed accepted" |
    sed 's/everythingyes/everything/' | tee -a "$file"
  if [ -n "${CI:-}" ] && [ -n "$is_whole" ] && [ $((sum * 2)) -gt $((allowed * 3)) ] && [ "$allowed" -gt 0 ]; then
    echo "error: the gate takes more than half as much again as Tests/gate.txt accepts" >&2
    exit 1
  fi
}

# Checks, and modules of the checks in Python.
slowest() {
  local done
  {
    for done in "$logs"/*.done; do
      [ ! -e "$done" ] || awk -v name="$(basename "$done" .done)" '{ printf "%.1f %.1f %s\n", $1, $2 + $3, name }' "$done"
    done
    cat "$logs"/modules.txt 2>/dev/null || true
  } | sort -rn | head -n 10
}
