// Which function outside of the program stands at an address. Names that the program itself has bound are remembered
// when it is linked: a function with variants for several processors has no name at the address of the variant. For all
// others (what the virtual tables inside shared libraries hold) the dynamic loader is asked.
#pragma once
#include <llvm/ADT/StringRef.h>

#include <string>
#include <unordered_map>

#include "model/image.h"

namespace heddle::program {

class Symboliser;

class OutsideNames {
 public:
  void add(Address address, llvm::StringRef name);
  OutsideFunction function(Address address, const Symboliser& program, std::size_t process = 0) const;

 private:
  std::unordered_map<Address, std::string> names_;
};

}  // namespace heddle::program
