// Formulas of LTL without X ("next"), about the steps of one thread:
//   G f, F f, f U g, f R g, !f, f && g, f || g, f -> g, true, false, and atoms name(argument)
// in the order of their binding: ! G F, then U R (to the right), &&, ||, -> (to the right).
//
// What atoms mean is the caller's business (ltl.h). Formulas are kept in negation normal form, each distinct one once.
//
// Main functions: parse, negation.
#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <variant>
#include <vector>

namespace heddle::locks {

using FormulaId = std::uint32_t;

struct Atom {
  std::string name, argument;
  friend bool operator==(const Atom&, const Atom&) = default;
};

struct FormulaNode {
  enum class Kind : std::uint8_t { kTrue, kFalse, kAtom, kNotAtom, kAnd, kOr, kUntil, kRelease };
  Kind kind = Kind::kTrue;
  std::uint32_t atom = 0;         // kAtom, kNotAtom: index into atoms
  FormulaId left = 0, right = 0;  // the others
  friend auto operator<=>(const FormulaNode&, const FormulaNode&) = default;
};

class Formula {
 public:
  std::vector<Atom> atoms;
  FormulaId root = 0;

  const FormulaNode& operator[](FormulaId f) const { return nodes_[f]; }
  std::size_t size() const { return nodes_.size(); }
  FormulaId add(const FormulaNode&);
  FormulaId negation(FormulaId);

 private:
  std::vector<FormulaNode> nodes_;
  std::map<FormulaNode, FormulaId> ids_;
};

struct FormulaError {
  std::string message;
  std::size_t column = 0;  // from zero
};

std::variant<Formula, FormulaError> parse_formula(const std::string& text);

}  // namespace heddle::locks
