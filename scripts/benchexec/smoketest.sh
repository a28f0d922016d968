#!/bin/bash
# Does this copy of gotcha work here? Finds tests for a small program, proves it right, refutes a wrong one. Exit status 0 if so.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
gotcha=$here/gotcha
[ -x "$gotcha" ] || chmod +x "$gotcha"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

expect() {
    local status=0 wanted=$1
    shift
    "$@" >output 2>&1 || status=$?
    if ! grep -qF "$wanted" output; then
        echo "failed (status $status, expected \`$wanted\`): $*"
        cat output
        exit 1
    fi
}

cat >right.c <<'C'
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), sum = 0;
  for (int i = 0; i < n; i++)
    if (sum < 100) sum += 2;
  if (sum % 2 == 1) reach_error();
  return 0;
}
C
sed 's/sum % 2 == 1/sum == 42/' right.c >wrong.c

"$gotcha" --version
expect "VERDICT: true" "$gotcha" verify right.c --property unreach-call --timeout 60s
expect "VERDICT: false(unreach-call)" "$gotcha" verify wrong.c --property unreach-call --timeout 60s --witness witness.yml
expect "VERDICT: false(unreach-call)" "$gotcha" verify wrong.c --check-witness witness.yml --timeout 60s
expect "UNREACHABLE: 1  UNDECIDED: 0" "$gotcha" cover right.c --suite test-suite --timeout 60s
[ -f test-suite/metadata.xml ] || { echo "failed: no suite was written"; exit 1; }
echo "gotcha works"
