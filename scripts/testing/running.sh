# Runs checks side by side, and ends what an interrupted run has left.

logs=$PWD/.build/test
slots=3 # how many checks run at once: most wait, now and then, for what they have started
declare -A running=() # names by process ids
declare -A commands=()

# Makes this the only run in the checkout. What a run that was killed has started is found by a variable of its environment,
# whose name does not begin with TANADA_: tests remove these from the environment of some servers. Others have no environment,
# and are found by their folder.
begin_run() {
  local pid began
  mkdir -p "$logs"
  if read -r pid began 2>/dev/null <"$logs/run" && [ "$(start_of "$pid")" = "$began" ]; then
    echo "error: process $pid tests this checkout" >&2
    exit 75
  fi
  # In memory where there is some: the disk is not what is tested.
  TMPDIR=/tmp
  [ ! -w /dev/shm ] || TMPDIR=/dev/shm
  TMPDIR=$TMPDIR/tanada-$(pwd -P | sha256sum | head -c 8)
  for pid in $(of_former_runs); do kill -KILL "$pid" 2>/dev/null || true; done
  echo "$$ $(start_of $$)" >"$logs/run"
  remove_files
  mkdir -p "$TMPDIR"
  chmod 755 "$TMPDIR" # servers of other users find their folders in it
  rm -f "$logs"/*.log "$logs"/*.spent "$logs"/*.times "$logs"/modules.txt
  export TMPDIR TEST_CHECKOUT=$PWD
  trap end_run EXIT
}

end_run() {
  end_measuring
  stop_others
  remove_files
  rm -f "$logs/run"
}

# Small disks of tests that were killed are mounted still.
remove_files() {
  local disk
  while read -r _ disk _; do
    case $disk in "$TMPDIR"/*) umount -l "$disk" ;; esac
  done </proc/mounts
  rm -rf "$TMPDIR"
}

# When a process has started, in ticks of the system; nothing if there is none, or if it has ended and only its parent has
# not noticed.
start_of() { sed 's/.*) //; /^Z/d' "/proc/$1/stat" 2>/dev/null | cut -d ' ' -f 20; }

of_former_runs() {
  {
    grep -lzxF "TEST_CHECKOUT=$PWD" /proc/[0-9]*/environ
    find /proc -maxdepth 2 -path '/proc/[0-9]*/cwd' -lname "$TMPDIR/*"
  } 2>/dev/null | grep -oE '[0-9]+' || true
}

# check STAGE NAME COMMAND …: starts a check, as soon as there is a slot for it. NAME.times has its stage, its first and last
# moment, and its processor seconds.
check() {
  local stage=$1 name=$2
  shift 2
  while [ ${#running[@]} -ge "$slots" ]; do wait_for_one; done
  commands[$name]=$*
  (
    TIMEFORMAT="%U %S" began=$EPOCHREALTIME
    { time "$@" >"$logs/$name.log" 2>&1 </dev/null; } 2>"$logs/$name.spent"
    echo "$stage $began $EPOCHREALTIME $(<"$logs/$name.spent")" >"$logs/$name.times"
  ) &
  running[$!]=$name
}

# Waits until one check has ended; a failure ends the run.
wait_for_one() {
  local process status=0 name
  wait -n -p process "${!running[@]}" || status=$?
  name=${running[$process]}
  unset "running[$process]"
  [ "$status" -eq 0 ] || fail "$name" "$status"
  awk -v name="$name" '{ printf "✔ %s: %.0f s, %.0f processor s\n", name, $3 - $2, $4 + $5 }' "$logs/$name.times"
}

finish() {
  while [ ${#running[@]} -gt 0 ]; do wait_for_one; done
}

stop_others() {
  local process
  for process in "${!running[@]}"; do
    disown "$process" # its end is no news
    kill -TERM -- "-$process" 2>/dev/null || true
  done
  running=()
}

# Says what failed, why, and how to run it again.
fail() {
  local name=$1 status=$2 log=$logs/$1.log lines
  stop_others
  lines=$(grep -E '✘|rror:|^E  |^FAILED|^not ok' "$log" | head -n 40 || true)
  {
    printf '\n%s\n\n' "${lines:-$(tail -n 40 "$log")}"
    echo "✘ $name failed with status $status; all of its output: ${log#"$PWD"/}; again: $(again "$name")"
  } >&2
  exit 1
}
