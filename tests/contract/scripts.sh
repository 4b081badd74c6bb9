#!/usr/bin/env bash
# ./heddle in a fresh clone: a clone that cannot be written, two first builds at once, no root and no network, a build
# that fails or is interrupted. Stand-ins for cmake, ninja, apt-get and dpkg-query say what was asked of them: what is
# tested here are the scripts, and a real build would take minutes.
. "$(dirname "$0")/common.sh"
work=$PWD
chmod 755 .

# A folder with the commands that the scripts need, and nothing else: no sudo.
commands() {  # commands DIRECTORY
  mkdir -p "$1"
  for name in bash env find cksum mkdir id flock readlink dirname tail grep rm sleep cat chmod nproc touch kill; do
    ln -sf "$(command -v $name)" "$1/$name"
  done
  cat >"$1/cmake" <<'END'
#!/usr/bin/env bash
exit 0
END
  cat >"$1/ninja" <<'END'
#!/usr/bin/env bash
echo build >>"$STAND_INS/builds"
echo "this goes into the log"
case $STAND_IN_BUILD in fails) echo "x.cpp:1:1: error: no good"; exit 1 ;; hangs) sleep 30 ;; *) sleep 1 ;; esac
printf '#!/bin/sh\necho "it runs: $*"\n' >"$2/heddle"
chmod +x "$2/heddle"
END
  cat >"$1/dpkg-query" <<'END'
#!/usr/bin/env bash
[ "$STAND_IN_PACKAGES" = missing ] && exit 1
for name in "${@:3}"; do echo -n "|$name installed|"; done
END
  cat >"$1/apt-get" <<'END'
#!/usr/bin/env bash
echo "$*" >>"$STAND_INS/apt"
echo "Could not resolve 'deb.debian.org'"
exit 100
END
  chmod +x "$1"/{cmake,ninja,dpkg-query,apt-get}
}

fresh() {  # a new clone in $clone
  chmod -R u+w "$work/clone" 2>/dev/null
  rm -rf "$work/clone" "$work/home" "$STAND_INS"
  clone=$work/clone
  mkdir -p "$clone" "$work/home" "$STAND_INS"
  chmod 777 "$work/home" "$STAND_INS"
  cp -r "$root"/{heddle,test,scripts,CMakeLists.txt,cmake,include,src} "$clone"
}

# As somebody who is not root. (Root may write everywhere.)
nobody=()
if [ "$(id -u)" = 0 ]; then nobody=(setpriv --reuid=65534 --regid=65534 --clear-groups); fi
run() {  # run COMMAND...: with the stand-ins alone; out.txt, err.txt, $status
  PATH=$work/commands HOME=$work/home XDG_CACHE_HOME='' "${launcher[@]}" "$@" >out.txt 2>err.txt </dev/null
  status=$?
}
setpriv=$(command -v setpriv)
setsid=$(command -v setsid)
nobody=("${nobody[@]/#setpriv/$setpriv}")

export STAND_INS=$work/stand_ins STAND_IN_BUILD='' STAND_IN_PACKAGES=''
commands "$work/commands"

launcher=()
fresh
run "$clone/heddle" check 'a b.c'
check "first call: status $status" [ $status = 0 ]
check "first call: standard output is the program's alone" [ "$(cat out.txt)" = "it runs: check a b.c" ]
check "first call: says on standard error that it builds" grep -q 'heddle: building' err.txt
run "$clone/heddle" --version
check "second call: builds nothing" [ "$(grep -c build "$STAND_INS/builds")" = 1 ]
check "second call: silent" [ ! -s err.txt ]

fresh
(run "$clone/heddle" one; cp out.txt one.out; cp err.txt one.err; echo $status >one.status) &
first=$!
sleep 0.3
PATH=$work/commands HOME=$work/home "$clone/heddle" two >two.out 2>two.err </dev/null
second_status=$?
wait $first
check "two at once: both run" [ "$second_status $(cat one.status)" = "0 0" ]
check "two at once: both say the right thing" [ "$(cat one.out two.out)" = $'it runs: one\nit runs: two' ]
check "two at once: one build" [ "$(grep -c build "$STAND_INS/builds")" = 1 ]
check "two at once: the other says that it waits" grep -q 'waiting for another build' two.err

fresh
chmod -R a-w "$clone"
launcher=("${nobody[@]}")
run "$clone/heddle" check x.c
check "read-only clone: status $status" [ $status = 0 ]
check "read-only clone: runs" [ "$(cat out.txt)" = "it runs: check x.c" ]
check "read-only clone: nothing was written into it" [ ! -e "$clone/build" ]
check "read-only clone: built in the cache" [ -n "$(find "$work/home/.cache/heddle" -name heddle -type f)" ]
run "$clone/heddle" again
check "read-only clone: the second call builds nothing" [ "$(grep -c build "$STAND_INS/builds")" = 1 ]
rm -rf "$work/home"
mkdir -p "$work/home"
chmod a-w "$work/home"
run "$clone/heddle" check x.c
check "no place to build: status $status instead of 2" [ $status = 2 ]
check "no place to build: says so" grep -qE 'heddle: error: neither .*/clone/build nor .* can be written' err.txt

fresh
chmod -R a+rwX "$clone"
STAND_IN_PACKAGES=missing
run "$clone/heddle" check x.c
check "no root, no sudo: status $status instead of 2" [ $status = 2 ]
check "no root, no sudo: names the packages" grep -qE 'without root or sudo .*llvm-19-dev.*libfmt-dev' err.txt
check "no root, no sudo: does not build" [ ! -e "$STAND_INS/builds" ]
check "no root, no sudo: nothing on standard output" [ ! -s out.txt ]
if [ "$(id -u)" = 0 ]; then
  launcher=()
  run "$clone/heddle" check x.c
  check "no network: status $status instead of 2" [ $status = 2 ]
  check "no network: tried to install" grep -q 'install .*llvm-19-dev' "$STAND_INS/apt"
  check "no network: shows why" grep -q "Could not resolve" err.txt
  check "no network: names the packages" grep -qE 'could not be installed: .*llvm-19-dev' err.txt
fi
STAND_IN_PACKAGES=
launcher=()

fresh
STAND_IN_BUILD=fails
run "$clone/heddle" check x.c
check "failing build: status $status instead of 2" [ $status = 2 ]
check "failing build: shows the compiler's message" grep -q 'x.cpp:1:1: error: no good' err.txt
check "failing build: names the log" grep -q 'build/build.log' err.txt
STAND_IN_BUILD=hangs
PATH=$work/commands HOME=$work/home "$setsid" "$clone/heddle" check x.c >/dev/null 2>&1 </dev/null &
builder=$!
sleep 1
kill -TERM -- -$builder
wait $builder
STAND_IN_BUILD=
run "$clone/heddle" check x.c
check "after an interrupted build: builds again" [ "$(cat out.txt)" = "it runs: check x.c" ]

chmod -R u+w "$work/clone" "$work/home"
finish
