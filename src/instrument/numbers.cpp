// See numbers.h. A site that two functions use (code that clang has inlined into both) gets a place with each of them.
#include "instrument/numbers.h"

#include "instrument/bounds.h"
#include "instrument/context.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/InstIterator.h"

namespace heddle {

using namespace llvm;

namespace {

constexpr std::uint64_t kLargestNumber = std::uint64_t{1} << 24;  // what ids have room for
constexpr StringLiteral kPrefixes[] = {"heddle.site.", "heddle.variable.", "heddle.call."};

// Calls visit(kind, use) for each number that the instruction holds. 0 is the site without a place, kNoVariable no
// variable: the same in every program.
template <class Visit>
void each_number(Instruction& instruction, Visit visit) {
  auto one = [&](NumberKind kind, Use& use) {
    auto* number = cast<ConstantInt>(use.get());
    const bool none = kind == NumberKind::Site ? number->isZero() : number->getZExtValue() == kNoVariable;
    if (!none || kind == NumberKind::ExternalCall) visit(kind, use);
  };
  if (auto* store = dyn_cast<StoreInst>(&instruction)) {
    const StringRef name = store->getPointerOperand()->getName();
    if (name == "heddle_call_site" || name == "heddle_thrown_at") one(NumberKind::Site, store->getOperandUse(0));
    return;
  }
  std::optional<HookKind> kind = hook_kind(instruction);
  if (!kind) return;
  auto& call = cast<CallInst>(instruction);
  if (call.arg_empty()) return;
  StringRef name = call.getCalledFunction()->getName();
  Use &first = call.getArgOperandUse(0), &last = call.getArgOperandUse(call.arg_size() - 1);
  if (*kind == HookKind::StackBegin) return one(NumberKind::Variable, last);
  if (*kind == HookKind::BackEdge || name == "heddle_returns" || name == "heddle_uninitialised")
    return one(NumberKind::Site, first);
  if (name == "heddle_external_pointer" || name == "heddle_indirect_call" || name == "heddle_arguments_begin" ||
      name == "heddle_expectation" || name == "heddle_decides")
    return;
  if (name == "heddle_external_call") one(NumberKind::ExternalCall, first);
  if (name == "heddle_read_outside" || name == "heddle_write_outside")
    one(NumberKind::Variable, call.getArgOperandUse(call.arg_size() - 2));
  one(NumberKind::Site, last);
}

std::uint32_t value_of(const Use& use) { return static_cast<std::uint32_t>(cast<ConstantInt>(use)->getZExtValue()); }

std::uint64_t count_numbers(Module& module) {
  std::uint64_t count = 0;
  for (Function& function : module)
    for (Instruction& instruction : instructions(function))
      each_number(instruction, [&](NumberKind, Use&) { ++count; });
  return count;
}

// The new tables, which grow as functions come along.
class Renumbering {
 public:
  explicit Renumbering(Instrumentation& out) : out_(out) {
    for (TypeIndex i = 1; i < out.variables.types(); ++i) variables_.add_type(out.variables.type(i));
    for (std::uint32_t i = 1; i < out.variables.allocated_types(); ++i)
      variables_.add_allocated(out.variables.allocated(i));
    for (auto* list : {&out_.globals, &out_.thread_locals})
      for (GlobalName& global : *list) global.variable = variables_.add(out.variables[global.variable]);
  }

  FirstNumbers enter(Function& function) {
    const FirstNumbers first{static_cast<std::uint32_t>(sites_.size()), static_cast<std::uint32_t>(variables_.size()),
                             static_cast<std::uint32_t>(calls_.size())};
    DenseMap<std::pair<unsigned, std::uint32_t>, std::uint32_t> known;
    for (Instruction& instruction : instructions(function))
      each_number(instruction, [&](NumberKind kind, Use& use) {
        auto [entry, fresh] = known.try_emplace({static_cast<unsigned>(kind), value_of(use)}, 0);
        if (fresh) entry->second = copy(kind, value_of(use));
        use.set(ConstantInt::get(use->getType(), entry->second));
      });
    return first;
  }

  void finish() {
    out_.sites = std::move(sites_);
    out_.variables = std::move(variables_);
    out_.external_calls = std::move(calls_);
  }

 private:
  std::uint32_t copy(NumberKind kind, std::uint32_t number) {
    if (kind == NumberKind::Site) return sites_.add(out_.sites[SiteId(number)]).value;
    if (kind == NumberKind::Variable) return variables_.add(out_.variables[number]);
    calls_.push_back(out_.external_calls[number]);
    return static_cast<std::uint32_t>(calls_.size() - 1);
  }

  Instrumentation& out_;
  SiteTable sites_;
  VariableTable variables_;
  std::vector<UncontrolledCall> calls_;
};

// The address of an absolute symbol is a number: code holds it as an immediate operand.
Constant* symbol_plus(Module& module, const std::string& name, std::uint32_t offset) {
  LLVMContext& context = module.getContext();
  Type *byte = Type::getInt8Ty(context), *word = Type::getInt64Ty(context);
  auto* symbol = cast<GlobalVariable>(module.getOrInsertGlobal(name, byte));
  if (!symbol->hasMetadata(LLVMContext::MD_absolute_symbol)) {
    auto bound = [&](std::uint64_t n) { return ConstantAsMetadata::get(ConstantInt::get(word, n)); };
    symbol->setMetadata(LLVMContext::MD_absolute_symbol, MDNode::get(context, {bound(0), bound(kLargestNumber)}));
  }
  Constant* place = ConstantExpr::getGetElementPtr(byte, symbol, ConstantInt::get(word, offset));
  return ConstantExpr::getPtrToInt(place, Type::getInt32Ty(context));
}

std::uint32_t first_of(const FirstNumbers& first, NumberKind kind) {
  return kind == NumberKind::Site ? first.site : kind == NumberKind::Variable ? first.variable : first.external_call;
}

}  // namespace

bool renumber(Module& module, Instrumentation& out, NumberBases& bases) {
  if (count_numbers(module) + out.variables.size() >= kLargestNumber) return false;
  Renumbering renumbering(out);
  for (Function& function : module)
    if (!function.isDeclaration()) bases[function.getName()] = renumbering.enter(function);
  renumbering.finish();
  return true;
}

void make_relocatable(Function& function, const FirstNumbers& first) {
  const std::string name = function.getName().str();
  for (Instruction& instruction : instructions(function))
    each_number(instruction, [&](NumberKind kind, Use& use) {
      use.set(symbol_plus(*function.getParent(), kPrefixes[static_cast<unsigned>(kind)].str() + name,
                          value_of(use) - first_of(first, kind)));
    });
}

std::optional<std::uint32_t> number_of_symbol(StringRef symbol, const NumberBases& bases) {
  for (NumberKind kind : {NumberKind::Site, NumberKind::Variable, NumberKind::ExternalCall}) {
    StringRef function = symbol;
    if (!function.consume_front(kPrefixes[static_cast<unsigned>(kind)])) continue;
    auto entry = bases.find(function);
    if (entry != bases.end()) return first_of(entry->second, kind);
  }
  return std::nullopt;
}

}  // namespace heddle
