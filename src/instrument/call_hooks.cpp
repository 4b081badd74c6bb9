// Calls that leave the module. Before each of them the site goes into heddle_call_site, so that a modelled function
// knows where it was called; indirect calls may reach one too (indirect_hooks.cpp). Functions that the policy does not know are announced
// together with the pointers they get; refused ones and inline assembly are refused when they are reached, not when
// they are merely there.

#include <cctype>

#include "instrument/assembly_text.h"
#include "instrument/context.h"
#include "ir/library_bitcode.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

namespace heddle {

using namespace llvm;

namespace {

std::string shown(const CallBase& call, const InlineAsm& assembly) {
  StringRef text = StringRef(assembly.getAsmString()).trim();
  if (const MDNode* statement = call.getMetadata(kNotUnderstood)) text = cast<MDString>(statement->getOperand(0))->getString();
  return ("inline assembly `" + text.take_front(60) + (text.size() > 60 ? "...`" : "`")).str();
}

// An algorithm with std::execution::par or par_unseq. Where the headers find no thread library they run such an
// algorithm in the calling thread, which would hide the races that the standard allows.
bool is_parallel_algorithm(StringRef name) {
  return name.starts_with("_ZSt") && (name.contains("N6__pstl9execution2v115parallel_policyE") ||
                                      name.contains("N6__pstl9execution2v127parallel_unsequenced_policyE"));
}

// What the C++ runtime does for the thread alone and comes back from: nobody asks where it was called. Its own version
// of
// __cxa_begin_catch puts our clean-up function into the exception, and does nothing else
// (library/exception_pointers.cpp).
bool stays_with_the_thread(const CallBase& call, StringRef name) {
  if (call.getFunction()->getName() == "__cxa_begin_catch") return true;
  return name == "__cxa_allocate_exception" || name == "__cxa_free_exception" || name == "__cxa_begin_catch" ||
         name == "__cxa_end_catch" || name == "__cxa_get_exception_ptr" ||
         // Of exceptions without a text: empty functions.
         name == "_ZNSt9exceptionD2Ev" || name == "_ZNSt9exceptionD1Ev" || name == "_ZNKSt9exception4whatEv";
}
bool throws_only(StringRef name) { return name == "__cxa_throw" || name == "__cxa_rethrow"; }

// memcpy and the like, by a model that says itself what it does (src/library/world.h): it is no call of which nobody
// knows what it changes, as far as loops are concerned.
bool is_copy_of_model(const CallBase& call, const Function& callee) {
  return call.getFunction()->hasFnAttribute(kUnseen) && callee.getName().contains("heddle_real.");
}

class CallHooks {
 public:
  explicit CallHooks(Context& context) : context_(context) {}

  void hook(CallBase& call) {
    if (auto* assembly = dyn_cast<InlineAsm>(call.getCalledOperand())) {
      if (!is_harmless_assembly(*assembly)) context_.refuse(call, shown(call, *assembly));
      return;
    }
    // One call made of two has the line of neither, and a report would name the library's line instead of the user's.
    call.addFnAttr(Attribute::NoMerge);
    const Function* callee = dyn_cast<Function>(call.getCalledOperand()->stripPointerCasts());
    if (callee != nullptr && is_parallel_algorithm(callee->getName()))
      context_.refuse(call, "an algorithm with std::execution::par, whose threads are not modelled");
    if (callee != nullptr && callee->getIntrinsicID() == Intrinsic::eh_sjlj_setjmp)
      context_.refuse(call, "__builtin_setjmp");
    if (callee != nullptr && callee->getIntrinsicID() == Intrinsic::eh_sjlj_longjmp)
      context_.refuse(call, "__builtin_longjmp");
    if (callee != nullptr && (!callee->isDeclaration() || callee->isIntrinsic() || hook_kind(callee))) return;
    if (callee != nullptr && is_copy_of_model(call, *callee)) return;
    std::uint32_t site = context_.site(call);
    IRBuilder<> builder(&call);
    if (callee != nullptr) note_allocation(context_, call, *callee, site);
    if (callee != nullptr)
      by_policy(builder, call, *callee, site);
    else
      mark_call_through_pointer(call);
    if (callee != nullptr && stays_with_the_thread(call, callee->getName())) return;
    if (callee != nullptr && throws_only(callee->getName())) remember_throw(builder, site);
    builder.CreateStore(builder.getInt32(site), context_.hooks.call_site());
  }

 private:
  // Where it is caught a loop around it may still be one that waits (machine/unwinding.cpp).
  void remember_throw(IRBuilder<>& builder, std::uint32_t site) {
    GlobalVariable* now = context_.hooks.call_site();
    builder.CreateStore(builder.CreateLoad(builder.getInt32Ty(), now), context_.hooks.call_before());
    builder.CreateStore(builder.getInt32(site), context_.hooks.thrown_at());
  }
  void by_policy(IRBuilder<>& builder, CallBase& call, const Function& callee, std::uint32_t site) {
    SymbolPolicy policy = context_.policy(callee.getName());
    if (policy == SymbolPolicy::Refused)
      context_.hooks.call(builder, "heddle_refused",
                          {builder.CreateGlobalString(readable_symbol(callee.getName())), builder.getInt32(site)});
    if (policy != SymbolPolicy::Unknown) return;
    auto index = static_cast<std::uint32_t>(context_.out.external_calls.size());
    context_.out.external_calls.push_back({readable_symbol(callee.getName()), user_frame(site)});
    context_.hooks.call(builder, "heddle_external_call", {builder.getInt32(index), builder.getInt32(site)});
    for (unsigned i = 0; i < call.arg_size(); ++i) {
      Value* argument = call.getArgOperand(i);
      if (!argument->getType()->isPointerTy() || isa<ConstantPointerNull>(argument) || call.isByValArgument(i))
        continue;
      context_.hooks.call(builder, "heddle_external_pointer", {argument});
    }
  }

  const SourcePosition& user_frame(std::uint32_t site) {
    const std::vector<SourcePosition>& frames = context_.out.sites[SiteId(site)].frames;
    for (const SourcePosition& frame : frames)
      if (!frame.system) return frame;
    return frames.front();
  }

  Context& context_;
};

}  // namespace

bool is_harmless_assembly(const InlineAsm& assembly) {
  std::string text;
  for (char c : assembly.getAsmString())
    if (c != ' ' && c != '\t' && c != '\n' && c != ';')
      text += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text.empty() || text == "nop" || text == "pause" || text == "repnop" || text == "yield";
}

void hook_calls(Context& context, Function& function) {
  std::vector<CallBase*> calls;
  for (Instruction& instruction : instructions(function))
    if (auto* call = dyn_cast<CallBase>(&instruction)) calls.push_back(call);
  // What a longjmp comes back over must be frames of their own, whose locals end then (machine/models_jumps.cpp).
  if (function.callsFunctionThatReturnsTwice())
    for (CallBase* call : calls) call->setIsNoInline();
  CallHooks hooks(context);
  for (CallBase* call : calls) hooks.hook(*call);
}

}  // namespace heddle
