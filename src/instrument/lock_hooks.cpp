// std::lock(a, b, ...): heddle_lock_all at its beginning, with the addresses of the locks and what each of them is
// (machine/lock_all.cpp says why). Of a std::lock that ir/std_lock.h does not understand the function runs as it is.
#include "instrument/context.h"
#include "ir/std_lock.h"

namespace heddle {

using namespace llvm;

bool locks_all_at_once(const Function& function) {
  return !function.isDeclaration() && !std_lock_kinds(function).empty();
}

void hook_lock_all(Context& context, Function& function) {
  const std::string kinds = std_lock_kinds(function);
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
