// Names that nobody defines, as a linker reports them but with the source line of their first use.
#pragma once
#include <llvm/IR/Module.h>
#include <llvm/Object/ObjectFile.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "instrument/numbers.h"
#include "model/site.h"
#include "program/resolver.h"

namespace heddle::program {

// Before the optimiser (which drops uses and lines): every name that the resolver does not know, and where it is used.
struct UndefinedUse {
  SourcePosition position;  // line 0: unknown
  bool function = false;
};
using UndefinedUses = std::map<std::string, UndefinedUse>;
UndefinedUses undefined_uses(const llvm::Module& module, const Resolver& resolver);

// After the code generator: a line for each name that the objects still need and nobody has; empty: all are there.
std::string undefined_errors(const std::vector<std::unique_ptr<llvm::object::ObjectFile>>& objects,
                             const Resolver& resolver, const NumberBases& numbers, const UndefinedUses& uses);

}  // namespace heddle::program
