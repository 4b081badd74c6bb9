// The types are read off the function's mangled name. One that is not a mutex of the standard library or a
// std::unique_lock of one may do anything in its lock().
#include "ir/std_lock.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/Demangle/Demangle.h"

namespace heddle {

using namespace llvm;

namespace {

char kind_of(StringRef type) {
  if (type.consume_front("std::unique_lock<") && type.consume_back(">")) {
    const char inner = kind_of(type.trim());
    return inner == 'm' || inner == 'w' ? static_cast<char>(inner - 'a' + 'A') : 0;
  }
  return StringSwitch<char>(type)
      .Cases("std::mutex", "std::timed_mutex", "std::recursive_mutex", "std::recursive_timed_mutex", 'm')
      .Cases("std::shared_mutex", "std::shared_timed_mutex", 'w')
      .Default(0);
}

}  // namespace

std::string std_lock_kinds(const Function& function) {
  if (!function.getName().starts_with("_ZSt4lockI")) return "";
  const std::string whole = demangle(function.getName().str());
  StringRef parameters(whole);
  const std::size_t open = parameters.rfind('(');
  if (open == StringRef::npos || !parameters.ends_with(")")) return "";
  parameters = parameters.slice(open + 1, parameters.size() - 1);
  std::string kinds;
  SmallVector<StringRef, 4> types;
  parameters.split(types, ", ");  // no type that we know has a comma of its own
  for (StringRef type : types) {
    const char kind = type.consume_back("&") ? kind_of(type.trim()) : 0;
    if (kind == 0) return "";
    kinds += kind;
  }
  return kinds.size() == function.arg_size() ? kinds : "";
}

}  // namespace heddle
