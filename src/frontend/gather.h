// Everything a program is made of, from whatever the user names: sources are compiled, executables, objects and
// libraries made by `heddle cc` give the bitcode that they hold, other shared libraries are to be loaded as they are.
#pragma once
#include <string>
#include <vector>

#include "frontend/compile.h"

namespace heddle {

// The files and flags of a check. Among the flags may be -lNAME, -LDIR and -p BUILD_DIR, each also as two words.
struct GatherRequest {
  std::vector<std::string> files;
  std::vector<std::string> flags;
  std::string cache_directory;
  std::vector<std::string> extra;  // see CompileRequest
  bool color = false;
};

struct GatherResult {
  std::vector<Bitcode> units;
  std::vector<std::string> shared_libraries;  // to be loaded, uncontrolled
  std::string warnings;
  std::string error;  // whole lines; empty: all is well
};

GatherResult gather(const GatherRequest& request);

}  // namespace heddle
