# Debian 12 packages, as PACKAGE or PACKAGE:COMMAND (a command of that name, from wherever, does as well).
# Sourced by scripts/build.sh.
# shellcheck disable=SC2034

# To build and run heddle.
tool_packages=(
  clang-19:clang++-19   # compiles heddle and, when heddle runs, the programs it checks
  libstdc++-12-dev
  libc6-dev
  llvm-19-dev           # passes, JIT, debug information
  libzstd-dev           # which LLVM uses
  libboost-context-dev  # fibers
  libfmt-dev
  libcli11-dev
  nlohmann-json3-dev
  libxxhash-dev
  robin-map-dev
  cmake:cmake
  ninja-build:ninja
)

# To build and run the tests and benchmarks as well.
test_packages=(
  libgtest-dev
  libboost-dev        # Boost.Lockfree, to check
  libbz2-dev          # examples/papers/wang/compressor.c
  catch2
  doctest-dev
  make:make
  binutils:ar
  libbenchmark-dev
  libclang-rt-19-dev  # ThreadSanitizer to compare with, libFuzzer
  gdb:gdb             # replay --gdb
  dpkg-dev:dpkg-shlibdeps  # cpack -G DEB
  chromium:chromium   # the report page
  python3-jsonschema  # JSON and SARIF against their schemas
  clang-format-19:clang-format-19
  clang-tidy-19:clang-tidy-19
)
