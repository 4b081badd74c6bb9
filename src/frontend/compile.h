// Sources to bitcode: runs clang-19 on each C or C++ file (two at once), reads .bc and .ll as they are, and keeps what
// clang made in a cache. Nothing of LLVM shows here; link.h goes on from the result.
//
//   compile(request)         every file of a program, or what is wrong with them as clang would say it
//   compiler_flag_words(w)   for whoever splits a command line: is this word a compiler flag, does it take another
//   word?
//
// The bitcode is unoptimised but made by a front end that was told -O1, and marked for a thread sanitizer whose passes
// do not run: so no access of the source disappears or appears before instrument/ has seen it.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace heddle {

struct CompileRequest {
  std::vector<std::string> files;
  // Words in command-line order: -I -D -U -std= -isystem -include -x -m* -f* -W* -pthread, -O* and -g* (ignored) ...
  std::vector<std::string> flags;
  std::string cache_directory;  // empty: no cache
  // Further flags of our own, after the user's: -isystem and the directory of heddle.h.
  std::vector<std::string> extra = {};
  bool color = false;
  // A test framework's header is kept precompiled. False: nobody else begins with it under these flags.
  bool headers_apart = true;
  std::string compiler_directory = {};  // where clang and clang++ lie; empty: LLVM 19 as Debian installs it, then PATH
};

struct Bitcode {
  std::string file;   // as given
  std::string bytes;  // bitcode, or the text of a .ll file
};

struct CompileError {
  std::string message;  // whole lines: clang's diagnostics byte for byte, or "FILE: error: ..."
};

struct CompileResult {
  std::vector<Bitcode> units;  // in the order of CompileRequest::files
  std::string warnings;
  std::optional<CompileError> error;  // then `units` is empty
  int cache_hits = 0;
};

CompileResult compile(const CompileRequest&);

// Where the compiler lies; empty: it is not installed.
std::string compiler_path(bool cxx);

// How many words of a command line belong to the compiler flag that starts with this word; 0: it is no compiler flag.
int compiler_flag_words(std::string_view word);

}  // namespace heddle
