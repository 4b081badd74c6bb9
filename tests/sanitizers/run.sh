#!/usr/bin/env bash
# run.sh address|undefined SOURCE BUILD PROGRAM_DRIVER: builds what that sanitizer can check, and runs it.
set -euo pipefail
kind=$1 source=$2 build=$3 driver=$4
case $kind in
  address) targets=(unit_model unit_sync unit_detect unit_frontend unit_instrument unit_program) ;;
  undefined) targets=(unit_search unit_report unit_cli heddle_tool) ;;
esac
export UBSAN_OPTIONS=print_stacktrace=1
# LLVM keeps what it has made until the process ends; a program gets its new from libstdc++, its delete from ASan.
export ASAN_OPTIONS=detect_leaks=0:alloc_dealloc_mismatch=0:detect_stack_use_after_return=1

launcher=
command -v ccache >/dev/null && launcher=ccache
cmake -G Ninja -S "$source" -B "$build" -DCMAKE_C_COMPILER=clang-19 -DCMAKE_CXX_COMPILER=clang++-19 \
  "-DCMAKE_CXX_COMPILER_LAUNCHER=$launcher" -DHEDDLE_BENCH=OFF "-DHEDDLE_SANITIZE=$kind" >"$build.log" 2>&1 ||
  { cat "$build.log"; exit 1; }
ninja -C "$build" -j "$(nproc)" "${targets[@]}" >>"$build.log" 2>&1 || { tail -n 60 "$build.log"; exit 1; }

units=$(printf '%s\n' "${targets[@]}" | grep '^unit_' | paste -sd '|')
ctest --test-dir "$build" --output-on-failure --no-tests=error -R "^($units)\$"
if [ "$kind" = undefined ]; then
  "$driver" --heddle "$build/heddle" --work "$build/programs" \
    "$source/examples" "$source/tests/programs/counterexamples" "$source/tests/programs/bugs" | grep -v '^ok'
fi
