// See rename.h.
#include "program/rename.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Intrinsics.h>

#include <vector>

#include "program/bundles.h"

namespace heddle::program {
namespace {

using llvm::Attribute;

constexpr Attribute::AttrKind kPromises[] = {Attribute::Memory,     Attribute::WillReturn, Attribute::NoSync,
                                             Attribute::NoCallback, Attribute::NoFree,     Attribute::Speculatable};

void forget_promises(llvm::Function& function) {
  for (const Attribute::AttrKind kind : kPromises) function.removeFnAttr(kind);
  for (llvm::Argument& argument : function.args()) {
    argument.removeAttr(Attribute::NoCapture);
    argument.removeAttr(Attribute::ReadOnly);
    argument.removeAttr(Attribute::ReadNone);
    argument.removeAttr(Attribute::WriteOnly);
  }
  for (llvm::User* user : function.users())
    if (auto* call = llvm::dyn_cast<llvm::CallBase>(user); call && call->getCalledOperand() == &function)
      for (const Attribute::AttrKind kind : kPromises) call->removeFnAttr(kind);
}

bool passes_plain_values(const llvm::Function& function) {
  for (const llvm::Argument& argument : function.args())
    if (argument.hasPassPointeeByValueCopyAttr() || argument.hasStructRetAttr()) return false;
  return true;
}

// What the library has of it, with the same arguments, however many.
void call_real(llvm::IRBuilder<>& builder, llvm::Function& function) {
  llvm::Module& module = *function.getParent();
  auto* real = llvm::cast<llvm::Function>(
      module.getOrInsertFunction((kRealPrefix + function.getName()).str(), function.getFunctionType()).getCallee());
  real->setLinkage(llvm::GlobalValue::ExternalWeakLinkage);
  std::vector<llvm::Value*> arguments;
  for (llvm::Argument& argument : function.args()) arguments.push_back(&argument);
  llvm::CallInst* call = builder.CreateCall(real, arguments);
  call->setTailCallKind(llvm::CallInst::TCK_MustTail);
  if (call->getType()->isVoidTy())
    builder.CreateRetVoid();
  else
    builder.CreateRet(call);
}

// The instrumentation has left the site of the call, direct or not, in heddle_call_site. Where heddle_refused comes back
// the user trusts the function.
void stop_the_run(llvm::Function& function) {
  llvm::Module& module = *function.getParent();
  llvm::LLVMContext& context = module.getContext();
  llvm::IRBuilder<> builder(context);
  const bool plain = passes_plain_values(function);
  function.setAttributes({});
  function.clearMetadata();
  function.setUWTableKind(llvm::UWTableKind::Async);
  builder.SetInsertPoint(llvm::BasicBlock::Create(context, "", &function));
  llvm::Type* word = builder.getInt32Ty();
  llvm::Value* site = builder.CreateLoad(word, module.getOrInsertGlobal("heddle_call_site", word));
  builder.CreateCall(module.getOrInsertFunction("heddle_refused", builder.getVoidTy(), builder.getPtrTy(), word),
                     {builder.CreateGlobalString(function.getName()), site});
  if (plain) {
    call_real(builder, function);
  } else {
    builder.CreateIntrinsic(llvm::Intrinsic::trap, {}, {});
    builder.CreateUnreachable();
  }
  function.setLinkage(llvm::GlobalValue::WeakAnyLinkage);  // one for all parts of the program
  function.setVisibility(llvm::GlobalValue::DefaultVisibility);
}

}  // namespace

void rename_outside(llvm::Module& module, const Resolver& resolver) {
  std::vector<llvm::Function*> functions;
  for (llvm::Function& function : module) functions.push_back(&function);
  for (llvm::Function* outside : functions) {
    llvm::Function& function = *outside;
    if (!function.isDeclaration() || function.isIntrinsic() || is_inside(function)) continue;
    const llvm::StringRef name = function.getName();
    const SymbolPolicy policy = symbol_rule({name.data(), name.size()}).policy;
    if (policy == SymbolPolicy::Forwarded) continue;
    forget_promises(function);
    if (policy == SymbolPolicy::Refused) stop_the_run(function);
    if (resolver.has_intercepted(name)) function.setName(kInterceptedPrefix + name);
  }
}

void add_entry(llvm::Module& module) {
  llvm::Function* main = module.getFunction("main");
  llvm::LLVMContext& context = module.getContext();
  llvm::IRBuilder<> builder(context);
  llvm::Type* pointer = builder.getPtrTy();
  auto* type = llvm::FunctionType::get(builder.getInt32Ty(), {builder.getInt32Ty(), pointer, pointer}, false);
  llvm::Function* entry = llvm::Function::Create(type, llvm::GlobalValue::ExternalLinkage, kEntry, module);
  entry->setUWTableKind(llvm::UWTableKind::Async);  // exceptions pass through it
  builder.SetInsertPoint(llvm::BasicBlock::Create(context, "", entry));
  std::vector<llvm::Value*> arguments;
  for (unsigned i = 0; i < main->arg_size() && i < entry->arg_size(); i++) arguments.push_back(entry->getArg(i));
  llvm::CallInst* call = builder.CreateCall(main, arguments);
  call->setCallingConv(main->getCallingConv());
  builder.CreateRet(call->getType()->isVoidTy() ? static_cast<llvm::Value*>(builder.getInt32(0)) : call);
  main->addFnAttr(Attribute::NoInline);  // the entry has no source line to be inlined at
}

}  // namespace heddle::program
