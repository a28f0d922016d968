differs() {
  echo "not as recorded: $1" >&2
  exit 1
}
# The standard output of the program is a pipe, wherever it goes from there.
if [ $mode = run ]; then
  { (start "$@"); echo $? >"$top/status"; } | cat
  exit "$(cat "$top/status")"
fi
# Of a program that is killed the shell tells, too.
{ { (start "$@") 2>"$top/stderr"; echo $? >"$top/status"; } | cat >"$top/stdout"; } 2>/dev/null
status=$(cat "$top/status")
if [ $mode = record ]; then
  rm -rf "$here/expect"
  mkdir "$here/expect" && cp -R "$top/status" "$top/stdout" "$top/stderr" "$top/work" "$here/expect" || exit 77
elif [ -d "$here/expect" ]; then
  mkdir "$top/nothing"
  for what in status stdout stderr work; do
    expected=$here/expect/$what
    # Neither archives nor repositories keep an empty folder.
    [ $what = work ] && [ ! -d "$expected" ] && expected=$top/nothing
    diff -r "$expected" "$top/$what" >&2 || differs $what
  done
elif [ $status -gt 128 ]; then
  echo "a signal ended the program: $((status - 128))" >&2
  exit 1
fi
