// What a name that the program does not define stands for. The order of the rules:
//
//   heddle_intercepted.NAME   our version of an intercepted function (program code calls it under this name: rename.h)
//   heddle_real.NAME          the library's own NAME, whatever the policy says (for src/library)
//   NAME, intercepted         the library's own: only the code generator writes this name (a struct copy becomes
//   memcpy) NAME, in the runtime      hooks and modelled functions NAME, modelled, refused   nothing: the real one must
//   never run in its place (rename.h gives refused ones a body) any other NAME            what a C++ program linked in
//   the usual way would get: libstdc++, libm, libc, libgcc, and
//                             then the shared libraries that the user named. Never the tool's own symbols.
#pragma once
#include <llvm/ADT/StringMap.h>
#include <llvm/ADT/StringRef.h>

#include <span>
#include <string>
#include <vector>

#include "model/symbol_policy.h"

namespace heddle::program {

inline constexpr llvm::StringRef kInterceptedPrefix = "heddle_intercepted.";
inline constexpr llvm::StringRef kRealPrefix = "heddle_real.";
// heddle_shared.SIZE.NAME   a variable of src/library that all processes have in common (shared_variables.h)
inline constexpr llvm::StringRef kSharedPrefix = "heddle_shared.";

class Resolver {
 public:
  explicit Resolver(std::span<const RuntimeSymbol> runtime);
  ~Resolver();
  Resolver(const Resolver&) = delete;
  Resolver& operator=(const Resolver&) = delete;

  // A shared library given by the user; false with a message if it cannot be loaded.
  bool add_library(const std::string& path, std::string& error);

  // Where a variable of all processes lies. Until it is said, somewhere that is not null.
  void place_shared(llvm::StringRef name, void* address) { shared_[name] = address; }

  // nullptr: nobody defines it.
  void* find(llvm::StringRef name) const;
  // Would instrumented code call our version of this function?
  bool has_intercepted(llvm::StringRef name) const;

 private:
  void* in_libraries(llvm::StringRef name) const;

  llvm::StringMap<void*> runtime_, shared_;
  std::vector<void*> handles_;  // of dlopen; the first is libstdc++, whose search scope has all the usual libraries
};

}  // namespace heddle::program
