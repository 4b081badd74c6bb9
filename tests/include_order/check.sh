#!/usr/bin/env bash
# Checks the include order of the architecture: a folder under src/ includes only folders that stand left of it.
#   check.sh SOURCE_DIRECTORY     prints each violation as file:line: error: ...; status 1 if there is one
#
# What each folder may include, besides itself, is the table `allowed`. `cli`, to which main.cpp belongs, may include
# everything. LLVM's headers are for the folders in `uses_llvm` only. A folder that is in no table is a violation too:
# whoever adds one has to say where it stands.
set -euo pipefail
shopt -s nullglob

source_directory=$1
declare -A allowed=(
  [support]=""
  [model]="support"
  [sync]="support model"
  [detect]="support model sync"
  [trace]="support model sync detect"
  [machine]="support model sync detect trace"
  [search]="support model sync detect trace machine"
  [report]="support model sync detect trace machine search"
  [run]="support model sync detect trace machine search report"
  # Beside them:
  [frontend]="support model"
  [ir]="support model"
  [instrument]="support model frontend ir"
  [program]="support model frontend ir instrument"
  [locks]="support model"
  [static]="support model frontend ir locks"
  [library]="" # compiled into the checked programs, not into heddle
)
allowed[cli]="${!allowed[*]}"
uses_llvm=" frontend ir instrument program static "
violations=0

report() {
  printf '%s: error: %s\n' "$1" "$2"
  violations=$((violations + 1))
}

# $1: folder, $2: file:line, $3: what stands between the quotes or angle brackets
check_include() {
  local folder=$1 place=$2 target=$3 first=${3%%/*}
  case $target in
    ../* | */../* | ./*) report "$place" "'$target': write headers as folder/file.h" ;;
    llvm/* | llvm-c/* | clang/* | clang-c/*)
      [[ $uses_llvm == *" $folder "* ]] || report "$place" "'$folder' must not include LLVM ('$target')"
      ;;
    */*)
      [[ $first == "$folder" ]] && return
      # Other libraries have folders too; ours are those that exist or that the table knows.
      [[ -d $source_directory/$first || -v allowed[$first] ]] || return 0
      [[ " ${allowed[$folder]} " == *" $first "* ]] || report "$place" "'$folder' must not include '$first' ('$target')"
      ;;
  esac
}

# $1: folder, $2: directory or file
check_folder() {
  local folder=$1 file line target
  while IFS=: read -r -d '' file && IFS=: read -r line target; do
    check_include "$folder" "$file:$line" "$target"
  done < <(
    grep -rnHZoP '^\s*(#|%:)\s*(include|include_next|import)\s*[<"]\K[^>"]+' "$2" || true
  )
}

for directory in "$source_directory"/*/; do
  folder=$(basename "$directory")
  if [[ -v allowed[$folder] ]]; then
    check_folder "$folder" "$directory"
  else
    report "$directory" "the folder '$folder' has no place in the include order (tests/include_order/check.sh)"
  fi
done
for file in "$source_directory"/*; do
  [[ -f $file ]] && check_folder cli "$file"
done

[[ $violations == 0 ]]
