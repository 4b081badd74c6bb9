// Parses formulas of LTL\X by recursive descent (formula.h).
#include "locks/formula.h"

#include <algorithm>
#include <cctype>

namespace heddle::locks {

using Kind = FormulaNode::Kind;

FormulaId Formula::add(const FormulaNode& node) {
  const auto [place, fresh] = ids_.try_emplace(node, static_cast<FormulaId>(nodes_.size()));
  if (fresh) nodes_.push_back(node);
  return place->second;
}

FormulaId Formula::negation(FormulaId f) {
  const FormulaNode node = nodes_[f];
  switch (node.kind) {
    case Kind::kTrue:
      return add({Kind::kFalse});
    case Kind::kFalse:
      return add({Kind::kTrue});
    case Kind::kAtom:
      return add({Kind::kNotAtom, node.atom});
    case Kind::kNotAtom:
      return add({Kind::kAtom, node.atom});
    default:
      break;
  }
  const FormulaId left = negation(node.left), right = negation(node.right);
  const Kind dual = node.kind == Kind::kAnd     ? Kind::kOr
                    : node.kind == Kind::kOr    ? Kind::kAnd
                    : node.kind == Kind::kUntil ? Kind::kRelease
                                                : Kind::kUntil;
  return add({dual, 0, left, right});
}

namespace {

class FormulaParser {
 public:
  explicit FormulaParser(const std::string& text) : text_(text) {}

  std::variant<Formula, FormulaError> parse() {
    formula_.root = implication();
    skip_space();
    if (error_.message.empty() && at_ < text_.size()) fail("expected the end of the formula");
    if (!error_.message.empty()) return error_;
    return std::move(formula_);
  }

 private:
  static constexpr int kDeepest = 200;  // a formula nested deeper is a mistake; its automaton would not fit anywhere

  void skip_space() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
  }
  bool takes(const std::string& token) {
    skip_space();
    if (text_.compare(at_, token.size(), token) != 0) return false;
    at_ += token.size();
    return true;
  }
  // An operator that is a letter must not be the beginning of a name.
  bool takes_word(const std::string& word) {
    skip_space();
    const std::size_t end = at_ + word.size();
    if (text_.compare(at_, word.size(), word) != 0 || (end < text_.size() && is_name(text_[end]))) return false;
    at_ = end;
    return true;
  }
  static bool is_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }
  FormulaId fail(const std::string& message) {
    if (error_.message.empty()) error_ = {message, at_};
    return formula_.add({Kind::kTrue});
  }
  FormulaId both(Kind kind, FormulaId left, FormulaId right) { return formula_.add({kind, 0, left, right}); }

  FormulaId implication() {
    if (++depth_ > kDeepest) return fail("the formula is nested too deeply");
    FormulaId left = disjunction();
    if (takes("->")) left = both(Kind::kOr, formula_.negation(left), implication());
    --depth_;
    return left;
  }
  FormulaId disjunction() {
    FormulaId left = conjunction();
    while (takes("||")) left = both(Kind::kOr, left, conjunction());
    return left;
  }
  FormulaId conjunction() {
    FormulaId left = until();
    while (takes("&&")) left = both(Kind::kAnd, left, until());
    return left;
  }
  FormulaId until() {
    if (++depth_ > kDeepest) return fail("the formula is nested too deeply");
    FormulaId left = unary();
    if (takes_word("U"))
      left = both(Kind::kUntil, left, until());
    else if (takes_word("R"))
      left = both(Kind::kRelease, left, until());
    --depth_;
    return left;
  }
  FormulaId unary() {
    if (++depth_ > kDeepest) return fail("the formula is nested too deeply");
    const FormulaId result = operand();
    --depth_;
    return result;
  }
  FormulaId operand() {
    if (takes("!")) return formula_.negation(unary());
    if (takes_word("G")) return both(Kind::kRelease, formula_.add({Kind::kFalse}), unary());
    if (takes_word("F")) return both(Kind::kUntil, formula_.add({Kind::kTrue}), unary());
    if (takes_word("X")) return fail("X is not available: it would count steps that have no meaning in the source");
    if (takes_word("true")) return formula_.add({Kind::kTrue});
    if (takes_word("false")) return formula_.add({Kind::kFalse});
    if (takes("(")) {
      const FormulaId inside = implication();
      return takes(")") ? inside : fail("expected ')'");
    }
    return atom();
  }
  FormulaId atom() {
    skip_space();
    Atom atom;
    while (at_ < text_.size() && is_name(text_[at_])) atom.name += text_[at_++];
    if (atom.name.empty()) return fail("expected a formula");
    if (!takes("(")) return fail("expected '(' and an argument after '" + atom.name + "'");
    int open = 1;  // arguments may be C++ names with parentheses of their own
    for (; at_ < text_.size(); ++at_) {
      open += text_[at_] == '(' ? 1 : text_[at_] == ')' ? -1 : 0;
      if (open == 0) break;
      atom.argument += text_[at_];
    }
    if (!takes(")")) return fail("expected ')'");
    const auto known = std::ranges::find(formula_.atoms, atom);
    const auto index = static_cast<std::uint32_t>(known - formula_.atoms.begin());
    if (known == formula_.atoms.end()) formula_.atoms.push_back(atom);
    if (formula_.atoms.size() > 64) return fail("more than 64 different propositions");
    return formula_.add({Kind::kAtom, index});
  }

  const std::string& text_;
  std::size_t at_ = 0;
  int depth_ = 0;
  Formula formula_;
  FormulaError error_;
};

}  // namespace

std::variant<Formula, FormulaError> parse_formula(const std::string& text) { return FormulaParser(text).parse(); }

}  // namespace heddle::locks
