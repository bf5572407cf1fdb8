import { leaveCallLimit } from '../processes/call-limit.ts';
import { endFunctions } from '../processes/end-functions.ts';

/**
 * What the supervisor of a job runs. It has the pipes that the host had: it takes the command's output into the job's
 * file, learns from the launcher how the shell ended, and stays until no process of the job is left. Words:
 *
 * 1. the job's directory
 * 2. the most that its file `output` may grow to, in KiB
 * 3. seconds until the job is ended
 * 4. the mark of its processes, 5. the words of `callWords`
 * 6. the grace in tenths of a second
 * 7. how the shell ended, if it has: `exited 3`, `signalled 9`
 * 8. the path of `cat`
 * 9. where the kernel tells how many processes of its sandbox were ended for want of memory, in a line as `oom_kill 1`, and
 *    10. the bytes that those may have; empty: nothing is known of it
 *
 * Descriptors when it starts: 0 is the launcher's report, 1 and 2 are the pipes to read the output from, 4 is the writing end of the
 * command's input, which SIGUSR1 has closed; where there is none, or none any more, it is a directory. 8 is what a sandbox ends with: nobody but this process holds it. Later 5 and 6 are the pipes, for others to tell them by. They come as 0, 1 and 2 because only those are made to wait for what is to be read.
 *
 * It writes to the directory: `supervisor`, its own id and start time; `shell`, how the shell ended, when others of the job's processes outlive it; `full`, why not
 * all of the output could be kept; `memory`, how many of its processes were ended for want of memory, and how many bytes they may have; `end`, how the shell ended and when the job did. The last line of the output says
 * it too.
 */
export const supervisorScript = `
umask 077
${leaveCallLimit}
exec 3<&0 5<&1 6<&2 < /dev/null > /dev/null 2>&1
directory=$1 kibibytes=$2 seconds=$3 grace=$6 end=$7 cat=$8 kills=$9 allowed=\${10}
declare -A calls=([$4]=$5)
exec 7>> "$directory/output" {never}<> <(:)
trap 'exec 4< /' USR1
${endFunctions}
read -r stat < /proc/self/stat
fields=(\${stat##*) })
printf '%s %s\\n' "$$" "\${fields[19]}" > "$directory/supervisor"

# Room for what is told later, also where the disk is full by then: a line that has no end has not been written.
for name in shell full memory end; do
  [[ -e $directory/$name ]] || printf %63s '' > "$directory/$name"
done
# Writes $2 as the line of the file $1, into that room.
tell() { printf '%-63s\\n' "$2" 1<> "$directory/$1"; }

# Reads descriptor $1 into the file for as long as it can grow, and then to nowhere: the command is not held up. Whoever
# ends it ends the reader along: from before there is one, and by SIGKILL, as one that has only just been forked loses a SIGTERM.
copy() {
  exec 3<&- 4>&- 8>&-
  local before=$! reason=disk
  trap '[[ $! == "$before" ]] || { kill -KILL "$!" && wait "$!"; }; exit' TERM
  (ulimit -f "$kibibytes"; exec "$cat") <&"$1" >&7 &
  wait "$!" && return
  (($? == 153)) && reason=quota
  trap - TERM
  read -r < "$directory/full" || tell full "$reason"
  exec "$cat" <&"$1" > /dev/null
}

copiers=()
for source in 5 6; do
  copy "$source" &
  copiers+=("$!")
done

# Who has the output open to write to it is of the job, whatever else it got rid of. On a terminal that is a program of ours.
outputs=() holders=()
for source in 5 6; do
  [[ -p /proc/$$/fd/$source && ! -e $directory/terminal ]] && outputs+=("/proc/$$/fd/$source")
done

# Whether the output is read, which ends when nobody can write to it any more.
is_read() {
  local copier
  for copier in "\${copiers[@]}"; do kill -0 "$copier" && return; done
  return 1
}

# Whether descriptor $1 of some process, a path, is an output to write to. The flags are octal: 1 is to write, 2 is both.
is_writer() {
  local output key value
  for output in "\${outputs[@]}"; do
    [[ $1 -ef $output ]] || continue
    while read -r key value; do
      [[ $key == flags: && $value == *[12] ]] && return
    done < "\${1%/fd/*}/fdinfo/\${1##*/}"
  done
  return 1
}

# Sends signal $1 to every process that can write to the output; fails when there is none.
send_holders() {
  local path pid sent=1
  ((\${#outputs[@]})) && is_read || return 1
  if [[ $1 == 0 ]]; then
    for path in "\${holders[@]}"; do is_writer "$path" && return; done
  fi
  holders=()
  for path in /proc/[0-9]*/fd/*; do
    is_writer "$path" || continue
    holders+=("$path")
    pid=\${path#/proc/}
    kill "-$1" "\${pid%%/*}" && sent=0
  done
  return $sent
}

send() {
  local sent=1
  send_calls "$1" && sent=0
  if [[ $1 == 0 ]] && ! ((sent)); then return; fi
  send_holders "$1" && sent=0
  return $sent
}

# Puts into left the seconds until the job's time is up. SECONDS is the difference of two times of the clock, which can be set meanwhile; what the kernel
# has counted since it started is not. Without a /proc there is nothing else.
count() {
  local up
  if read -r up _ < /proc/uptime; then left=$((seconds - (\${up%.*} - begun))); else left=$((seconds - SECONDS)); fi
}
begun=0
read -r begun _ < /proc/uptime && begun=\${begun%.*}

# Whether the job's time is up.
late() {
  local left
  count
  ((left <= 0))
}

itself=
while [[ ! $end ]]; do
  count # once: with 0, read would only look whether there is something
  if ((left <= 0)); then
    end=timed_out
    end_all
  elif IFS= read -r -n 4096 -t "$left" -u 3 line; then
    case $line in
      '['*) if [[ $line =~ ^\\[[0-9]+\\].\\ *[0-9]+\\ (Exit|Done) ]]; then itself=yes; else itself=; fi ;;
      'status '*)
        status=\${line##* }
        end="exited $status"
        if ((status > 128)) && [[ ! $itself ]]; then end="signalled $((status - 128))"; fi
        ;;
    esac
  elif (($? <= 128)); then
    end=unknown
  fi
done

# What outlives the shell is part of the job.
for ((look = 0; ; look++)); do
  is_gone 0 && break
  if late; then
    end_all
    break
  fi
  ((look == 2)) && tell shell "$end"
  if ((look < 20)); then pause=0.05; else pause=1; fi
  read -t "$pause" -u "$never"
done

# What keeps its sandbox has that there for ten seconds where all of it has ended, as long as this process has descriptor 8.
if [[ -e $kills ]]; then
  while read -r word count; do [[ $word != oom_kill || $count == 0 ]] || tell memory "$count $allowed"; done < "$kills"
fi

# What was written last may still be in the pipe; somebody who is not known may hold it open.
for copier in "\${copiers[@]}"; do
  for ((tenth = 0; tenth < 20; tenth++)); do
    kill -0 "$copier" || break
    read -t 0.1 -u "$never"
  done
  # Whoever takes what is left of this process may not ask how that ended. One that somebody has stopped would not end.
  kill "$copier" && kill -CONT "$copier" && wait "$copier"
done

case $end in
  'exited 0') words=completed ;;
  exited*) words="failed: exit status: \${end#* }" ;;
  signalled*) words="failed: signal: \${end#* } (SIG$(kill -l "\${end#* }"))" ;;
  timed_out) words='error: it was ended when its time was up' ;;
  *) words='error: how it ended is not known' ;;
esac
printf '\\n\\n[background process %s]\\n' "$words" >&7
printf -v now '%(%s)T' -1 # for a bash before version 5.0
tell end "$end \${EPOCHREALTIME:-$now}"
`;
