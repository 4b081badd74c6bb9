// Small services that every step uses: sites, refusals.
#include "instrument/context.h"

namespace heddle {

using namespace llvm;

std::uint32_t Context::site(const Instruction& instruction, const Value* pointer) {
  Site made;
  made.frames = names.frames(instruction.getDebugLoc().get(), *instruction.getFunction());
  made.in_stream_function = is_stream_function(instruction.getFunction()->getName());
  if (pointer != nullptr) made.expression = expressions.describe(pointer);
  return out.sites.add(std::move(made)).value;
}

std::uint32_t Context::site(const DebugLoc& location, const Function& function) {
  return out.sites.add(Site{names.frames(location.get(), function), {}, is_stream_function(function.getName())}).value;
}

void Context::refuse(Instruction& before, StringRef what) {
  IRBuilder<> builder(&before);
  hooks.call(builder, "heddle_refused", {builder.CreateGlobalString(what), builder.getInt32(site(before))});
}

bool is_hookable(const Function& function) {
  return !function.isDeclaration() && !function.hasFnAttribute(Attribute::Naked);
}

}  // namespace heddle
