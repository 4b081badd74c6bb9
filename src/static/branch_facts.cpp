// See branch_facts.h.
#include "static/branch_facts.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"

namespace heddle::analysis {

using namespace llvm;

namespace {

constexpr unsigned kMaxDepth = 12;

// The condition without negations, and whether there is an odd number of them.
std::pair<const Value*, bool> stripped(const Value* condition) {
  bool negated = false;
  Value* inner = nullptr;
  while (PatternMatch::match(condition, PatternMatch::m_Not(PatternMatch::m_Value(inner)))) {
    condition = inner;
    negated = !negated;
  }
  return {condition, negated};
}

}  // namespace

BranchFacts::BranchFacts(const Function& function, bool in_detail) : in_detail_(in_detail) {
  if (!in_detail) return;
  dominators_.recalculate(const_cast<Function&>(function));
  SmallPtrSet<const Value*, 16> asked, seen;
  SmallVector<const Value*, 16> work;
  for (const BasicBlock& block : function) {
    const auto* branch = dyn_cast<BranchInst>(block.getTerminator());
    if (branch == nullptr || !branch->isConditional()) continue;
    const Value* condition = stripped(branch->getCondition()).first;
    if (!asked.insert(condition).second) asked_twice_.insert(condition);
    work.push_back(condition);
  }
  while (!work.empty()) {  // the phis in the slices of conditions
    const Value* value = work.pop_back_val();
    if (!seen.insert(value).second || !value->getType()->isIntegerTy()) continue;
    if (auto* phi = dyn_cast<PHINode>(value)) {
      flags_.insert(phi);
      work.append(phi->incoming_values().begin(), phi->incoming_values().end());
    } else if (auto* compare = dyn_cast<ICmpInst>(value)) {  // that a loop counter begins with zero leads nowhere
      if (compare->isEquality() && isa<ConstantInt>(compare->getOperand(1))) work.push_back(compare->getOperand(0));
    } else if (isa<CastInst>(value) || isa<SelectInst>(value) || isa<FreezeInst>(value) || isa<BinaryOperator>(value)) {
      work.append(cast<Instruction>(value)->op_begin(), cast<Instruction>(value)->op_end());
    }
  }
}

std::optional<bool> BranchFacts::value(const Value* value, const Facts& facts, unsigned depth) const {
  if (auto* constant = dyn_cast<ConstantInt>(value)) return !constant->isZero();
  if (const auto known = facts.find(value); known != facts.end()) return known->second;
  if (depth > kMaxDepth || facts.empty()) return std::nullopt;
  if (auto* compare = dyn_cast<ICmpInst>(value); compare != nullptr && compare->isEquality()) {
    auto* zero = dyn_cast<ConstantInt>(compare->getOperand(1));
    const auto left = this->value(compare->getOperand(0), facts, depth + 1);
    if (zero == nullptr || !left) return std::nullopt;
    const bool is_equal = compare->getPredicate() == ICmpInst::ICMP_EQ;
    if (zero->isZero()) return is_equal ? !*left : *left;
    if (!*left) return !is_equal;  // zero is not that number
    if (compare->getOperand(0)->getType()->isIntegerTy(1)) return is_equal;
    return std::nullopt;
  }
  if (isa<ZExtInst>(value) || isa<SExtInst>(value) || isa<FreezeInst>(value))
    return this->value(cast<Instruction>(value)->getOperand(0), facts, depth + 1);
  if (auto* cut = dyn_cast<TruncInst>(value)) {  // of a flag that was widened for memory
    const auto whole = this->value(cut->getOperand(0), facts, depth + 1);
    if (whole && !*whole) return false;
    if (whole && isa<ZExtInst>(cut->getOperand(0)) &&
        cast<ZExtInst>(cut->getOperand(0))->getOperand(0)->getType()->isIntegerTy(1))
      return true;
    if (whole && isa<PHINode>(cut->getOperand(0)) && cut->getType()->isIntegerTy(1)) return whole;  // zero or one
    return std::nullopt;
  }
  if (auto* choice = dyn_cast<SelectInst>(value)) {
    const auto condition = this->value(choice->getCondition(), facts, depth + 1);
    if (condition) return this->value(*condition ? choice->getTrueValue() : choice->getFalseValue(), facts, depth + 1);
    return std::nullopt;
  }
  if (auto [inner, negated] = stripped(value); negated && inner != value) {
    const auto truth = this->value(inner, facts, depth + 1);
    return truth ? std::optional(!*truth) : std::nullopt;
  }
  if (auto* operation = dyn_cast<BinaryOperator>(value); operation != nullptr && value->getType()->isIntegerTy(1)) {
    const auto left = this->value(operation->getOperand(0), facts, depth + 1);
    const auto right = this->value(operation->getOperand(1), facts, depth + 1);
    if (operation->getOpcode() == Instruction::And) {
      if ((left && !*left) || (right && !*right)) return false;
      if (left && right) return true;
    }
    if (operation->getOpcode() == Instruction::Or) {
      if ((left && *left) || (right && *right)) return true;
      if (left && right) return false;
    }
  }
  return std::nullopt;
}

void BranchFacts::learn(const Value* condition, bool truth, Facts& facts) const {
  const auto [inner, negated] = stripped(condition);
  if (asked_twice_.contains(inner)) facts[inner] = truth != negated;
}

Facts BranchFacts::enter(const BasicBlock& from, const BasicBlock& to, const Facts& facts) const {
  if (!in_detail_) return {};
  Facts result;
  for (const auto& [value, truth] : facts) {
    auto* instruction = dyn_cast<Instruction>(value);
    // What does not dominate the block cannot be used there; what the block computes anew is another value then.
    if (instruction == nullptr ||
        (instruction->getParent() != &to && dominators_.dominates(instruction->getParent(), &to)))
      result.emplace(value, truth);
  }
  for (const PHINode& phi : to.phis()) {
    if (!flags_.contains(&phi)) continue;
    if (const auto known = value(phi.getIncomingValueForBlock(&from), facts)) result[&phi] = *known;
  }
  return result;
}

}  // namespace heddle::analysis
