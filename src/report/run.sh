#!/bin/sh
# Runs a program as this test does: sh run.sh [OPTION]... PROGRAM
#   --unconfined  where bwrap does not work, too: nothing keeps the program from what you may do yourself
#   --record      keeps in `expect` how it ends, what it prints and what it leaves in its folder
#   --check       compares with what was recorded, and ends with 0 if it is the same, with 1 if not; without a record no signal may end the program
# Ends with the status of the program, or with 77 if the test cannot be set up.
usage() {
  echo 'usage: sh run.sh [--unconfined] [--record | --check] PROGRAM' >&2
  exit 77
}
confined=yes mode=run
while [ $# -gt 1 ]; do
  case $1 in
  --unconfined) confined=no ;;
  --record | --check) mode=${1#--} ;;
  *) usage ;;
  esac
  shift
done
[ $# -eq 1 ] || usage
program=$1
here=$(cd "$(dirname "$0")" && pwd)
case $program in
*/*) program=$(cd "$(dirname "$program")" && pwd)/$(basename "$program") ;;
*) program=$(command -v "$program") || usage ;;
esac
top=$(mktemp -d) || exit 77
trap 'chmod -R u+rwx "$top"; rm -rf "$top"' EXIT
mkdir "$top/work" && ln -s "$program" "$top/program" && cd "$top/work" || exit 77
# It takes the place of the shell, which would have something to say of signals.
confine() { exec bwrap --ro-bind / / --dev /dev --bind "$top/work" "$top/work" --chdir "$top/work" --unshare-all --die-with-parent "$@"; }
if ! (confine true) 2>/dev/null; then
  if [ $confined = yes ]; then
    echo 'bwrap does not work here, so nothing would confine the program; --unconfined runs it all the same' >&2
    exit 77
  fi
  confine() { exec "$@"; }
fi
set --
