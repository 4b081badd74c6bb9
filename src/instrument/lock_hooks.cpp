// std::lock(a, b, ...): heddle_lock_all at its beginning, with the addresses of the locks and what each of them is
// (machine/lock_all.cpp says why). The types are read off the function's mangled name. One that is not a mutex of the
// standard library or a std::unique_lock of one may do anything in its lock(): then the function runs as it is.
#include "instrument/context.h"
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

// The kinds of the arguments, as heddle_lock_all wants them; empty: not such a function.
std::string kinds_of(const Function& function) {
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

}  // namespace

bool locks_all_at_once(const Function& function) { return !function.isDeclaration() && !kinds_of(function).empty(); }

void hook_lock_all(Context& context, Function& function) {
  const std::string kinds = kinds_of(function);
  if (kinds.empty()) return;
  Instruction& first = *function.getEntryBlock().getFirstInsertionPt();
  IRBuilder<> builder(&first);
  // Before the hooks of anything else: those of the entry block's allocas are among what follows.
  Value* array = builder.CreateAlloca(builder.getPtrTy(), builder.getInt32(static_cast<std::uint32_t>(kinds.size())));
  for (unsigned i = 0; i < kinds.size(); ++i)
    builder.CreateStore(function.getArg(i), builder.CreateConstInBoundsGEP1_32(builder.getPtrTy(), array, i));
  // With a position, so that the frames around it are found when it is inlined.
  if (DISubprogram* self = function.getSubprogram())
    builder.SetCurrentDebugLocation(DILocation::get(function.getContext(), self->getLine(), 0, self));
  context.out.locks_several_rwlocks |= StringRef(kinds).contains_insensitive("w");
  const std::uint32_t site = context.site(builder.getCurrentDebugLocation(), function);
  context.hooks.call(builder, "heddle_lock_all", {array, builder.CreateGlobalString(kinds), builder.getInt32(site)});
}

}  // namespace heddle
