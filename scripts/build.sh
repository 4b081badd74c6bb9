# Builds heddle from a clone; sourced by ./heddle and ./test, which set `root` to the clone first.
#
#   up_to_date        is there a program built from exactly these sources? sets `build`. Must be fast: ./heddle calls it
#                     each time it is started
#   build_tool        installs what is missing and builds the program
#   build_everything  the same with all tests
#
# Speaks on standard error only: standard output belongs to the program. A problem ends the shell with status 2.

# shellcheck disable=SC2154 source=scripts/packages.sh
. "$root/scripts/packages.sh"

say() { printf 'heddle: %s\n' "$*" >&2; }

fail() {
  say "error: $*"
  exit 2
}

# Names, sizes and times of all that the program is built from. Also notices files that went away or became older.
signature() {
  (cd "$root" && find CMakeLists.txt cmake include src -type f ! -name '.*' ! -name '*~' -printf '%p %s %T@\n' | cksum)
}

# Where builds of a clone go that cannot be written.
cache_build_directory() {
  local hash
  hash=$(printf '%s' "$root" | cksum)
  printf '%s/heddle/build-%s' "${XDG_CACHE_HOME:-${HOME:-/tmp}/.cache}" "${hash%% *}"
}

# Is the program in directory $1 built from the sources with signature $2?
is_built_from() {
  local stamp
  [ -x "$1/heddle" ] && [ -r "$1/heddle.stamp" ] || return 1
  read -r stamp <"$1/heddle.stamp" || return 1
  [ "$stamp" = "$2" ]
}

up_to_date() {
  local now
  now=$(signature)
  build=$root/build
  is_built_from "$build" "$now" && return 0
  if ! { mkdir -p "$build" && [ -w "$build" ]; } 2>/dev/null; then
    build=$(cache_build_directory)
    is_built_from "$build" "$now" && return 0
    mkdir -p "$build" 2>/dev/null || fail "neither $root/build nor $build can be written"
  fi
  return 1
}

# Prints those of the packages in "$@" that are not there.
missing_packages() {
  local entry installed
  installed=$(dpkg-query -W -f='|${Package} ${db:Status-Status}|' "${@%%:*}" 2>/dev/null) || true
  for entry in "$@"; do
    case $installed in *"|${entry%%:*} installed|"*) continue ;; esac
    case $entry in *:*) command -v "${entry#*:}" >/dev/null && continue ;; esac
    printf '%s\n' "${entry%%:*}"
  done
}

# Can commands be run as root? sudo may ask for a password only where somebody can see the question.
find_root() {
  if [ "$(id -u)" = 0 ]; then
    as_root=()
  elif command -v sudo >/dev/null && { sudo -n true 2>/dev/null || [ -t 2 ]; }; then
    as_root=(sudo)
  else
    return 1
  fi
}

run_apt() {
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -y -o DPkg::Lock::Timeout=600 "$@" \
    </dev/null >>"$build/install.log" 2>&1
}

install_packages() {
  local missing=()
  command -v dpkg-query >/dev/null || return 0 # not Debian: cmake will say what it misses
  mapfile -t missing < <(missing_packages "$@")
  [ ${#missing[@]} = 0 ] && return 0
  find_root || fail "these packages are missing, and without root or sudo they cannot be installed: ${missing[*]}"
  say "installing ${missing[*]}"
  : >"$build/install.log"
  run_apt update || say "warning: the list of packages could not be updated"
  if ! run_apt install --no-install-recommends "${missing[@]}"; then
    tail -n 20 "$build/install.log" >&2
    fail "these packages are missing and could not be installed: ${missing[*]}"
  fi
}

configure() {
  local launcher=
  command -v ccache >/dev/null && launcher=ccache
  cmake -G Ninja -S "$root" -B "$build" -DCMAKE_C_COMPILER=clang-19 -DCMAKE_CXX_COMPILER=clang++-19 \
    "-DCMAKE_C_COMPILER_LAUNCHER=$launcher" "-DCMAKE_CXX_COMPILER_LAUNCHER=$launcher" -DHEDDLE_UNITY=ON "$@" \
    </dev/null >"$build/build.log" 2>&1
}

# $1: ON or OFF, with the tests or without; then the targets, or nothing for all.
run_build() {
  local tests=$1 what=("-DHEDDLE_TURN=${HEDDLE_SAMPLE:+$((HEDDLE_SAMPLE % 4))}" -DHEDDLE_LONG_TESTS=OFF) now
  shift
  if [ -n "${HEDDLE_LONG:-}" ]; then what=(-DHEDDLE_TURN= -DHEDDLE_LONG_TESTS=ON); fi
  now=$(signature) # before the build: a file that changes during it counts as changed after it
  # A directory that was once set up for the tests stays so, or ./test and ./heddle would undo each other's work.
  if [ "$tests" = OFF ] && grep -qs '^HEDDLE_TESTS:BOOL=ON' "$build/CMakeCache.txt"; then tests=ON; fi
  if ! configure "-DHEDDLE_TESTS=$tests" "${what[@]}"; then
    # Left over from a clone in another place, another generator, another compiler?
    rm -rf "$build/CMakeCache.txt" "$build/CMakeFiles"
    configure "-DHEDDLE_TESTS=$tests" "${what[@]}" || build_failed
  fi
  ninja -C "$build" -j "$(nproc)" "$@" </dev/null >>"$build/build.log" 2>&1 || build_failed
  if [ -x "$build/heddle" ]; then printf '%s\n' "$now" >"$build/heddle.stamp"; fi
}

build_failed() {
  tail -n 60 "$build/build.log" >&2
  fail "the build failed; all of it is in $build/build.log"
}

# One build at a time; whoever waited looks again.
locked() {
  (
    flock -n 9 || {
      say "waiting for another build of $build"
      flock 9
    }
    "$@" 9>&-
  ) 9>"$build/.lock" || exit $?
}

build_tool_now() {
  is_built_from "$build" "$(signature)" && return 0
  install_packages "${tool_packages[@]}"
  say "building (once) in $build"
  run_build OFF heddle_tool
}

build_everything_now() {
  install_packages "${tool_packages[@]}" "${test_packages[@]}"
  say "building in $build"
  run_build ON
}

build_tool() { locked build_tool_now; }
build_everything() { locked build_everything_now; }
