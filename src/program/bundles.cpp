// See bundles.h. Main functions: take_bundles; Plan (which function goes where), Extraction (one bundle).
#include "program/bundles.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/StringSet.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Operator.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

#include <map>

#include "instrument/lean_debug_info.h"
#include "ir/debug_names.h"
#include "program/framework.h"

namespace heddle::program {
namespace {

using namespace llvm;

constexpr const char* kInside = "heddle-inside";
constexpr unsigned kSmall = 20;  // instructions, hooks among them, of a function that is copied rather than called

// Calls visit for every global that the function or constant refers to, directly or inside constants.
template <class Visit>
void each_global(const User& user, SmallPtrSetImpl<const Constant*>& seen, Visit visit) {
  for (const Use& use : user.operands()) {
    const auto* constant = dyn_cast<Constant>(use.get());
    if (constant == nullptr) continue;
    if (const auto* global = dyn_cast<GlobalValue>(constant))
      visit(*global, use);
    else if (constant->getNumOperands() != 0 && seen.insert(constant).second)
      each_global(*constant, seen, visit);
  }
}

template <class Visit>
void each_global(const Function& function, Visit visit) {
  SmallPtrSet<const Constant*, 16> seen;
  if (function.hasPersonalityFn())
    if (auto* personality = dyn_cast<GlobalValue>(function.getPersonalityFn()->stripPointerCasts()))
      visit(*personality, function.getOperandUse(0));
  for (const Instruction& instruction : instructions(function)) each_global(instruction, seen, visit);
}

bool is_call_of(const Use& use) {
  const auto* call = dyn_cast<CallBase>(use.getUser());
  return call != nullptr && call->isCallee(&use);
}

// One name for all functions that are kept together: those of a class. What stands in a namespace has nothing in common
// with its neighbours there but the name, and which of them a program calls differs from program to program.
std::string bundle_of(const Function& function) {
  const DISubprogram* subprogram = function.getSubprogram();
  const std::string name = function.getName().str();
  if (subprogram != nullptr &&
      (!subprogram->getTemplateParams().empty() || !isa_and_nonnull<DIType>(subprogram->getScope())))
    return name;
  ItaniumPartialDemangler demangler;
  if (demangler.partialDemangle(name.c_str()) || !demangler.isFunction()) return name;
  std::size_t size = 0;
  char* text = demangler.getFunctionDeclContextName(nullptr, &size);
  std::string context = text == nullptr ? "" : text;
  std::free(text);
  return context.empty() ? name : context;
}

// Which function goes where.
class Plan {
 public:
  Plan(Module& module, const Instrumentation& instrumentation) {
    for (const auto* list : {&instrumentation.constructors, &instrumentation.destructors})
      for (const std::string& name : *list) wanted_by_name_.insert(name);
    for (const Ability& ability : instrumentation.abilities) wanted_by_name_.insert(ability.entry);
    for (Function& function : module) {
      if (function.isDeclaration()) continue;
      if (!function.hasName()) function.setName("heddle.function");
      look_at(function);
    }
    if (framework_.empty()) return;
    keep_callers_of_user();
    std::vector<Function*> here, apart;
    for (Function& function : module)
      if (!function.isDeclaration() && !may_leave_.contains(&function)) here.push_back(&function);
    spread(here, here_);
    for (Function& function : module)
      if (may_leave_.contains(&function) && (framework_.contains(&function) || !here_.contains(&function)))
        apart.push_back(&function);
    spread(apart, apart_);
  }

  bool empty() const { return apart_.empty(); }
  const SetVector<Function*>& apart() const { return apart_; }  // in the order of the module
  bool is_apart(const Function* function) const { return apart_.contains(const_cast<Function*>(function)); }
  // Also called from what stays.
  bool is_here(const Function* function) const { return here_.contains(const_cast<Function*>(function)); }
  bool is_small(const Function* function) const {
    return is_apart(function) && small_.contains(function) && !has_address(function);
  }
  bool has_address(const Function* function) const { return has_address_.contains(function); }

 private:
  struct Facts {
    std::vector<Function*> references;
    bool can_leave = true;
  };

  void look_at(Function& function) {
    Facts& facts = facts_[&function];
    bool calls_itself = false;
    each_global(function, [&](const GlobalValue& global, const Use& use) {
      facts.can_leave &= isa<Function>(global) || isa<GlobalVariable>(global);
      auto* other = dyn_cast<Function>(&global);
      if (other == nullptr || other->isDeclaration()) return;
      calls_itself |= other == &function;
      facts.references.push_back(const_cast<Function*>(other));
      if (!is_call_of(use)) has_address_.insert(other);
    });
    facts.can_leave &= !function.hasFnAttribute(Attribute::Naked) && function.getName() != "main";
    for (const BasicBlock& block : function) facts.can_leave &= !block.hasAddressTaken();
    for (const User* user : function.users()) {
      if (isa<GlobalValue>(user) || isa<ConstantAggregate>(user) || isa<ConstantExpr>(user))
        has_address_.insert(&function);
      facts.can_leave &= !isa<GlobalAlias>(user);
    }
    if (wanted_by_name_.contains(function.getName())) has_address_.insert(&function);
    if (!calls_itself && function.getInstructionCount() <= kSmall) small_.insert(&function);
    const bool of_framework = is_of_framework(function), of_user = !of_framework && !is_of_library(function);
    if (of_framework) framework_.insert(&function);
    if (of_user) user_.push_back(&function);
    if (!of_user && facts.can_leave) may_leave_.insert(&function);
  }

  static bool is_of_library(const Function& function) {
    const DISubprogram* subprogram = function.getSubprogram();
    if (function.getName() == "main") return false;
    return subprogram == nullptr || subprogram->getFile() == nullptr ||
           is_system_file(subprogram->getFile()->getFilename().str()) ||
           subprogram->getFile()->getDirectory().contains("<heddle library>");
  }

  // A template that calls the user's functions is theirs as well: no other program has it.
  void keep_callers_of_user() {
    DenseMap<Function*, std::vector<Function*>> callers;
    for (auto& [function, facts] : facts_)
      for (Function* other : facts.references) callers[other].push_back(const_cast<Function*>(function));
    std::vector<Function*> work = user_;
    while (!work.empty()) {
      Function* function = work.back();
      work.pop_back();
      for (Function* caller : callers[function])
        if (may_leave_.erase(caller)) work.push_back(caller);
    }
  }

  // Adds to `set` what these refer to, as far as it may be on both sides.
  void spread(std::vector<Function*> work, SetVector<Function*>& set) {
    for (Function* function : work) set.insert(function);
    while (!work.empty()) {
      Function* function = work.back();
      work.pop_back();
      for (Function* other : facts_[function].references)
        if (may_leave_.contains(other) && !framework_.contains(other) && set.insert(other)) work.push_back(other);
    }
  }

  DenseMap<const Function*, Facts> facts_;
  StringSet<> wanted_by_name_;
  std::vector<Function*> user_;
  SetVector<Function*> apart_, here_;
  SmallPtrSet<const Function*, 32> framework_, may_leave_, has_address_, small_;
};

// A constant that may be there twice.
bool may_be_copied(const GlobalVariable& global) {
  return global.isConstant() && global.hasLocalLinkage() && global.hasGlobalUnnamedAddr() && global.hasInitializer() &&
         !global.isThreadLocal();
}

class Extraction final : public ValueMaterializer {
 public:
  Extraction(const Plan& plan, Module& program, StringSet<>& needed)
      : plan_(plan), needed_(needed), bundle_("bundle", program.getContext()) {
    bundle_.setTargetTriple(program.getTargetTriple());
    bundle_.setDataLayout(program.getDataLayout());
    SmallVector<Module::ModuleFlagEntry, 8> flags;
    program.getModuleFlagsMetadata(flags);
    for (const Module::ModuleFlagEntry& flag : flags)
      bundle_.addModuleFlag(flag.Behavior, flag.Key->getString(), flag.Val);
  }

  void add(Function& function) { map(function, GlobalValue::ExternalLinkage); }

  std::string bitcode(const NumberBases& numbers) {
    while (!work_.empty()) {
      auto [from, to] = work_.back();
      work_.pop_back();
      copy_body(*from, *to);
      make_relocatable(*to, numbers.find(from->getName())->second);
    }
    SmallVector<char, 0> bytes;
    BitcodeWriter writer(bytes);
    writer.writeModule(bundle_);
    writer.writeStrtab();
    return {bytes.begin(), bytes.end()};
  }

  Value* materialize(Value* value) override {
    if (auto* function = dyn_cast<Function>(value)) {
      if (plan_.is_small(function)) return map(*function, GlobalValue::InternalLinkage);
      return declare(*function);
    }
    if (auto* variable = dyn_cast<GlobalVariable>(value)) return map(*variable);
    return nullptr;
  }

 private:
  Function* map(Function& from, GlobalValue::LinkageTypes linkage) {
    if (Value* known = values_.lookup(&from)) return cast<Function>(known);
    Function* to = Function::Create(from.getFunctionType(), linkage, from.getAddressSpace(), from.getName(), &bundle_);
    values_[&from] = to;
    work_.push_back({&from, to});
    return to;
  }

  Function* declare(Function& from) {
    Function* to = Function::Create(from.getFunctionType(), GlobalValue::ExternalLinkage, from.getAddressSpace(),
                                    from.getName(), &bundle_);
    to->copyAttributesFrom(&from);
    to->setPersonalityFn(nullptr);
    if (from.hasExternalWeakLinkage()) to->setLinkage(GlobalValue::ExternalWeakLinkage);
    if (!from.isDeclaration()) {
      to->addFnAttr(kInside);
      to->setDSOLocal(false);
      needed_.insert(from.getName());
    }
    return to;
  }

  GlobalVariable* map(GlobalVariable& from) {
    const bool copy = may_be_copied(from);
    auto* to =
        new GlobalVariable(bundle_, from.getValueType(), from.isConstant(),
                           copy ? GlobalValue::PrivateLinkage : GlobalValue::ExternalLinkage, nullptr,
                           copy ? "" : from.getName(), nullptr, from.getThreadLocalMode(), from.getAddressSpace());
    to->copyAttributesFrom(&from);
    to->setDSOLocal(false);
    to->setSection("");
    values_[&from] = to;
    if (copy)
      to->setInitializer(MapValue(from.getInitializer(), values_, RF_None, nullptr, this));
    else if (from.hasExternalWeakLinkage())
      to->setLinkage(GlobalValue::ExternalWeakLinkage);
    else if (!from.isDeclaration())
      needed_.insert(from.getName());
    return to;
  }

  void copy_body(Function& from, Function& to) {
    auto argument = to.arg_begin();
    for (Argument& old : from.args()) values_[&old] = &*argument++;
    SmallVector<ReturnInst*, 8> returns;
    CloneFunctionInto(&to, &from, values_, CloneFunctionChangeType::DifferentModule, returns, "", nullptr, nullptr,
                      this);
    to.setVisibility(GlobalValue::DefaultVisibility);
    to.setComdat(nullptr);
    to.setSection("");
    to.addFnAttr(Attribute::OptimizeForSize);  // it runs once
  }

  const Plan& plan_;
  StringSet<>& needed_;  // names of the program that some bundle refers to
  Module bundle_;
  ValueToValueMapTy values_;
  std::vector<std::pair<Function*, Function*>> work_;
};

// Names that depend on what else the program has would be part of the bitcode.
void forget_type_names(Module& module) {
  for (StructType* type : module.getIdentifiedStructTypes()) type->setName("");
}

// Constants that several parts of the program refer to need a name of their own.
void name_constants(Module& module) {
  for (GlobalVariable& global : module.globals())
    if (!global.hasName() && !may_be_copied(global)) global.setName("heddle.constant");
}

// What has left is declared; what bundles refer to can be seen from there.
void leave_behind(Module& module, const Plan& plan, const StringSet<>& needed) {
  for (Function* function : plan.apart()) {
    if (plan.is_small(function)) continue;
    if (!plan.is_here(function)) {
      function->deleteBody();
      function->setLinkage(GlobalValue::ExternalLinkage);
      function->setVisibility(GlobalValue::DefaultVisibility);
      function->setSubprogram(nullptr);
      function->addFnAttr(kInside);
    } else if (plan.has_address(function)) {
      function->setLinkage(GlobalValue::AvailableExternallyLinkage);
      function->addFnAttr(kInside);
    } else {
      function->setName(function->getName() + ".here");
      function->setLinkage(GlobalValue::InternalLinkage);
    }
  }
  for (GlobalValue& value : module.global_values()) {
    if (value.isDeclarationForLinker() || !needed.contains(value.getName())) continue;
    if (auto* function = dyn_cast<Function>(&value); function != nullptr && plan.is_apart(function)) continue;
    value.setLinkage(GlobalValue::ExternalLinkage);
    value.setVisibility(GlobalValue::DefaultVisibility);
  }
}

}  // namespace

bool is_inside(const Function& declaration) { return declaration.hasFnAttribute(kInside); }

std::vector<Bundle> take_bundles(Module& module, Instrumentation& instrumentation, NumberBases& numbers) {
  const Plan plan(module, instrumentation);
  if (plan.empty() || !renumber(module, instrumentation, numbers)) return {};
  std::map<std::string, std::vector<Function*>> groups;
  for (Function* function : plan.apart())
    if (!plan.is_small(function)) groups[bundle_of(*function)].push_back(function);
  make_debug_info_lean(module);
  forget_type_names(module);
  name_constants(module);
  std::vector<Bundle> bundles;
  StringSet<> needed;
  for (const auto& [name, functions] : groups) {
    Extraction extraction(plan, module, needed);
    for (Function* function : functions) extraction.add(*function);
    bundles.push_back({name, extraction.bitcode(numbers)});
  }
  leave_behind(module, plan, needed);
  return bundles;
}

}  // namespace heddle::program
