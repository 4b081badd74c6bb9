#!/usr/bin/env bash
# check.sh on made-up trees: it must be silent about a good one and must name each kind of violation.
set -euo pipefail
check=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/check.sh
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
failed=0

# FILE LINE...: a source file with these lines
put() {
  mkdir -p "$tree/${1%/*}"
  local file=$tree/$1
  shift
  printf '%s\n' "$@" >"$file"
}

good_tree() {
  rm -rf "$tree/src"
  put src/support/a.h '#include <vector>'
  put src/model/b.h '#include "support/a.h"' '// #include "machine/never.h"'
  put src/sync/c.cpp '#include "sync/c.h"' '#include "model/b.h"'
  put src/machine/d.cpp '#include "detect/x.h"' '#include <boost/context/fiber.hpp>' '#include <sys/stat.h>'
  put src/frontend/e.cpp '#include <llvm/IR/Module.h>' '#include "support/a.h"'
  put src/program/f.cpp '#include "frontend/e.h"' '#include "instrument/e.h"' '#include "llvm/IR/Module.h"'
  put src/library/h.cpp '#include "real.h"' '#include <map>'
  put src/cli/g.cpp '#include "program/f.h"' '#include "report/x.h"' '#include "search/x.h"'
  put src/main.cpp '#include "cli/g.h"' '#include "machine/d.h"'
}

# What the message must contain; nothing: there must be none.
expect() {
  local output status=0
  output=$(bash "$check" "$tree/src") || status=$?
  if [[ -z $1 && ($status != 0 || -n $output) ]]; then
    printf 'expected no violation, got status %s:\n%s\n' "$status" "$output"
    failed=1
  elif [[ -n $1 && ($status != 1 || $output != *"$1"* || $(wc -l <<<"$output") != 1) ]]; then
    printf 'expected one violation with "%s", got status %s:\n%s\n' "$1" "$status" "$output"
    failed=1
  fi
}

# FILE LINE MESSAGE: the good tree plus one bad line
violation() {
  good_tree
  put "$1" '// a comment' "$2"
  expect "$3"
}

good_tree
expect ''
violation src/support/z.h '#include "model/b.h"' "src/support/z.h:2: error: 'support' must not include 'model'"
violation src/sync/z.cpp '#include "machine/d.h"' "'sync' must not include 'machine'"
violation src/search/z.cpp '  #  include <report/x.h>' "'search' must not include 'report'"
violation src/machine/z.cpp '#include "program/f.h"' "'machine' must not include 'program'"
violation src/frontend/z.cpp '#include "instrument/e.h"' "'frontend' must not include 'instrument'"
violation src/program/z.cpp '#include "machine/d.h"' "'program' must not include 'machine'"
violation src/model/z.h '#include "cli/g.h"' "'model' must not include 'cli'"
violation src/machine/z.cpp '#include <llvm/IR/Module.h>' "'machine' must not include LLVM"
violation src/cli/z.cpp '#include "clang/AST/Decl.h"' "'cli' must not include LLVM"
violation src/library/z.cpp '#include "model/b.h"' "'library' must not include 'model'"
violation src/model/z.h '#include "../machine/d.h"' 'write headers as folder/file.h'
violation src/novel/z.h '#include <vector>' "the folder 'novel' has no place"
violation src/model/deep/z.h '#include "detect/x.h"' "'model' must not include 'detect'"
violation src/other.cpp '#include <llvm/IR/Module.h>' "'cli' must not include LLVM"
exit $failed
