// LTL\X: the parser, and verdicts against direct evaluation of formulas on computations of random programs. A violation
// is checked by evaluating the formula on the computation that is shown; that a formula holds, by evaluating it on all
// short computations.
#include "locks/ltl.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "../../environment.h"
#include "builder.h"
#include "explorer.h"
#include "generator.h"

namespace heddle::locks {
namespace {

Formula parsed(const std::string& text) {
  auto result = parse_formula(text);
  if (const auto* error = std::get_if<FormulaError>(&result)) ADD_FAILURE() << text << ": " << error->message;
  return std::get<Formula>(result);
}

TEST(Ltl, Parser) {
  const Formula f = parsed("G(label(a) -> F label(b)) && !held(m) U func(ns::f(int)) || true");
  ASSERT_EQ(f.atoms.size(), 4u);
  EXPECT_EQ(f.atoms[3], (Atom{"func", "ns::f(int)"}));
  EXPECT_EQ(f[f.root].kind, FormulaNode::Kind::kOr);
  const auto column = [](const std::string& text) {
    const auto result = parse_formula(text);
    return std::holds_alternative<FormulaError>(result) ? static_cast<int>(std::get<FormulaError>(result).column) : -1;
  };
  EXPECT_EQ(column("G X label(a)"), 3);
  EXPECT_EQ(column("label(a) &&"), 11);
  EXPECT_EQ(column("label(a"), 7);
  EXPECT_EQ(column("(label(a)"), 9);
  EXPECT_EQ(column("label(a) label(b)"), 9);
  EXPECT_EQ(column(""), 0);
  EXPECT_EQ(column(std::string(5000, '(')), 66);
  EXPECT_EQ(column("Gate(a)"), -1);  // a name, no operator
}

// Of a word stem loop^omega: where each subformula holds, from the end to the beginning until nothing changes.
class Evaluation {
 public:
  Evaluation(const Formula& formula, const std::vector<std::uint64_t>& stem, const std::vector<std::uint64_t>& loop)
      : formula_(formula), letters_(stem), back_(stem.size()) {
    letters_.insert(letters_.end(), loop.begin(), loop.end());
  }
  bool holds() { return all(formula_.root)[0]; }

 private:
  std::vector<bool> all(FormulaId f) {
    const FormulaNode node = formula_[f];
    const std::size_t n = letters_.size();
    const bool greatest = node.kind == FormulaNode::Kind::kRelease;
    std::vector<bool> result(n, greatest), left, right;
    if (node.kind >= FormulaNode::Kind::kAnd) {
      left = all(node.left);
      right = all(node.right);
    }
    for (std::size_t round = 0; round < n + 2; ++round)
      for (std::size_t i = n; i-- > 0;) {
        const bool next = result[i + 1 == n ? back_ : i + 1];
        const bool atom = (letters_[i] >> node.atom & 1) != 0;
        switch (node.kind) {
          case FormulaNode::Kind::kTrue:
            result[i] = true;
            break;
          case FormulaNode::Kind::kFalse:
            result[i] = false;
            break;
          case FormulaNode::Kind::kAtom:
            result[i] = atom;
            break;
          case FormulaNode::Kind::kNotAtom:
            result[i] = !atom;
            break;
          case FormulaNode::Kind::kAnd:
            result[i] = left[i] && right[i];
            break;
          case FormulaNode::Kind::kOr:
            result[i] = left[i] || right[i];
            break;
          case FormulaNode::Kind::kUntil:
            result[i] = right[i] || (left[i] && next);
            break;
          case FormulaNode::Kind::kRelease:
            result[i] = right[i] && (left[i] || next);
            break;
        }
      }
    return result;
  }

  const Formula& formula_;
  std::vector<std::uint64_t> letters_;
  std::size_t back_;
};

// One thread without locks held by others: its configurations, explicitly.
struct Lone {
  std::vector<std::pair<std::uint32_t, Node>> stack;
  std::vector<std::uint32_t> held;  // with repetitions
  bool ended = false;
  [[maybe_unused]] friend auto operator<=>(const Lone&, const Lone&) = default;
};
struct LoneStep {
  Lone after;
  std::optional<Place> place;  // none: a return, which is no step of the word
};

// Enough for the programs here: acquires, releases of one lock, calls, and actions that do nothing.
std::vector<LoneStep> lone_steps(const Program& program, const Lone& now) {
  std::vector<LoneStep> result;
  if (now.ended) return result;
  const auto [p, node] = now.stack.back();
  const Procedure& code = program.procedures[p];
  if (node == code.exit) {
    LoneStep step{now, std::nullopt};
    step.after.stack.pop_back();
    step.after.ended = step.after.stack.empty();
    return {step};
  }
  for (std::uint32_t e = 0; e < code.edges.size(); ++e) {
    const Edge& edge = code.edges[e];
    if (edge.from != node) continue;
    LoneStep step{now, Place{ProcedureId(p), e}};
    step.after.stack.back().second = edge.to;
    if (const auto* acquire = std::get_if<Acquire>(&edge.action)) {
      const std::uint32_t lock = acquire->choices[0].value;
      const bool again = std::ranges::find(now.held, lock) != now.held.end();
      if (again && !program.locks[lock].recursive) continue;
      step.after.held.push_back(lock);
    } else if (const auto* release = std::get_if<Release>(&edge.action)) {
      const auto held = std::ranges::find(step.after.held, release->choices[0].value);
      if (held != step.after.held.end()) step.after.held.erase(held);
    } else if (const auto* call = std::get_if<Call>(&edge.action)) {
      step.after.stack.emplace_back(call->choices[0].value, program[call->choices[0]].entry);
    }
    result.push_back(step);
  }
  return result;
}

std::uint64_t letter_of(const std::vector<AtomMeaning>& meanings, const Lone& before, std::optional<Place> place) {
  std::uint64_t letter = 0;
  for (std::size_t a = 0; a < meanings.size(); ++a) {
    const bool there = place && std::ranges::find(meanings[a].places, *place) != meanings[a].places.end();
    const bool held = meanings[a].held && std::ranges::find(before.held, meanings[a].held->value) != before.held.end();
    if (there || held) letter |= std::uint64_t{1} << a;
  }
  return letter;
}

// Walks along the steps; false if they are not a computation.
bool follow(const Program& program, const std::vector<AtomMeaning>& meanings, const std::vector<Step>& steps, Lone& now,
            std::vector<std::uint64_t>& word) {
  for (const Step& step : steps) {
    bool found = false;
    for (const LoneStep& next : lone_steps(program, now)) {
      if (next.place.has_value() == (step.what == Step::What::kReturn)) continue;
      if (next.place && *next.place != step.place) continue;
      if (next.place) word.push_back(letter_of(meanings, now, next.place));
      now = next.after;
      found = true;
      break;
    }
    if (!found) return false;
  }
  return true;
}

class Walks {  // all computations with few steps that end or come back to a configuration
 public:
  Walks(const Program& program, const Formula& formula, const std::vector<AtomMeaning>& meanings, std::size_t longest)
      : program_(program), formula_(formula), meanings_(meanings), longest_(longest) {}

  bool one_violates(const Lone& start) {
    visit(start);
    return violated_;
  }
  int count = 0;

 private:
  void visit(const Lone& now) {
    if (violated_ || path_.size() > longest_ || count > 3000) return;
    if (now.ended) return check(word_, {letter_of(meanings_, now, std::nullopt)});
    for (std::size_t i = 0; i < path_.size(); ++i)
      if (path_[i].first == now && path_[i].second < word_.size()) {
        const auto back = static_cast<std::ptrdiff_t>(path_[i].second);
        check({word_.begin(), word_.begin() + back}, {word_.begin() + back, word_.end()});
        if (std::ranges::count(path_, now, &std::pair<Lone, std::size_t>::first) > 1) return;
      }
    path_.emplace_back(now, word_.size());
    for (const LoneStep& step : lone_steps(program_, now)) {
      if (step.place) word_.push_back(letter_of(meanings_, now, step.place));
      visit(step.after);
      if (step.place) word_.pop_back();
    }
    path_.pop_back();
  }
  void check(const std::vector<std::uint64_t>& stem, const std::vector<std::uint64_t>& loop) {
    ++count;
    violated_ |= !Evaluation(formula_, stem, loop).holds();
  }

  const Program& program_;
  const Formula& formula_;
  const std::vector<AtomMeaning>& meanings_;
  std::size_t longest_;
  std::vector<std::pair<Lone, std::size_t>> path_;
  std::vector<std::uint64_t> word_;
  bool violated_ = false;
};

std::string random_formula(std::mt19937& random, int depth) {
  const char* const atoms[] = {"p(1)", "p(2)", "h(1)"};
  if (depth == 0 || random() % 6 == 0) return atoms[random() % 3];
  const std::string a = random_formula(random, depth - 1);
  switch (random() % 8) {
    case 0:
      return "!(" + a + ")";
    case 1:
      return "G(" + a + ")";
    case 2:
      return "F(" + a + ")";
    default:
      break;
  }
  const char* const operators[] = {" U ", " && ", " || ", " -> ", " R "};
  return "(" + a + operators[random() % 5] + random_formula(random, depth - 1) + ")";
}

TEST(Ltl, AgreesWithEvaluation) {
  std::mt19937 random(static_cast<unsigned>(from_environment("HEDDLE_TOY_SEED", 5)));
  int holds = 0, violated = 0, loops = 0, walks = 0;
  const std::uint64_t count =
      from_environment("HEDDLE_TOY_PROGRAMS", from_environment("HEDDLE_LONG", 0) != 0 ? 8000 : 800);
  for (std::uint64_t round = 0; round < count; ++round) {
    const Program program = oracle::random_nested(random, {.threads = 1, .recursion = true});
    const Formula formula = parsed(random_formula(random, 3));
    std::vector<AtomMeaning> meanings;
    for (const Atom& atom : formula.atoms) {
      AtomMeaning meaning;
      if (atom.name == "h") meaning.held = LockId(static_cast<std::uint32_t>(random() % 3));
      for (std::uint32_t p = 0; atom.name == "p" && p < program.procedures.size(); ++p)
        for (std::uint32_t e = 0; e < program.procedures[p].edges.size(); ++e)
          if (random() % 4 == 0) meaning.places.push_back({ProcedureId(p), e});
      meanings.push_back(meaning);
    }
    const LtlAnswer answer = check_ltl(program, ThreadId(0), formula, meanings);
    const ProcedureId entry = program.threads[0].entry;
    const Lone start{{{entry.value, program[entry].entry}}, {}};
    ASSERT_NE(answer.verdict, LtlAnswer::Verdict::kUnknown) << answer.why;
    if (answer.verdict == LtlAnswer::Verdict::kHolds) {
      ++holds;
      Walks all(program, formula, meanings, 40);
      ASSERT_FALSE(all.one_violates(start)) << "round " << round << "\n" << oracle::print(program);
      walks += all.count;
      continue;
    }
    ++violated;
    Lone now = start;
    std::vector<std::uint64_t> stem, loop;
    ASSERT_TRUE(follow(program, meanings, answer.stem, now, stem)) << "round " << round;
    if (answer.loop.empty()) {
      ASSERT_TRUE(now.ended);
      loop.push_back(letter_of(meanings, now, std::nullopt));
    } else {
      ++loops;
      const auto before = now;
      ASSERT_TRUE(follow(program, meanings, answer.loop, now, loop)) << "round " << round;
      ASSERT_GE(now.stack.size(), before.stack.size());
      ASSERT_EQ(now.stack.back(), before.stack.back());
      ASSERT_EQ(now.held, before.held);
    }
    ASSERT_FALSE(Evaluation(formula, stem, loop).holds()) << "round " << round << "\n" << oracle::print(program);
  }
  std::printf("  %d hold (%d computations), %d violated, %d by a loop\n", holds, walks, violated, loops);
  EXPECT_GT(holds, static_cast<int>(count / 10));
  EXPECT_GT(violated, static_cast<int>(count / 10));
  EXPECT_GT(loops, 0);
  EXPECT_GT(walks, holds);
}

TEST(Ltl, EveryAcquireIsFollowedByARelease) {
  Builder b;
  b.procedure("good", {"+m", "x=", "-m"});
  b.procedure("bad", {"+m", "x=", "-m"});
  b.program.procedures[1].edges.push_back({1, 3, Nothing{}});  // returns with the lock held
  b.thread("good");
  b.thread("bad");
  const Formula formula = parsed("G(label(acquired) -> F label(released))");
  const auto verdict = [&](const char* name, std::uint32_t thread) {
    return check_ltl(b.program, ThreadId(thread), formula, {{{b.place(name, 0)}, {}}, {{b.place(name, 2)}, {}}})
        .verdict;
  };
  EXPECT_EQ(verdict("good", 0), LtlAnswer::Verdict::kHolds);
  EXPECT_EQ(verdict("bad", 1), LtlAnswer::Verdict::kViolated);
}

// Unbounded recursion: the lasso leaves a call open in each round.
TEST(Ltl, RecursionWithoutEnd) {
  Builder b;
  b.procedure("f", {"."});
  b.edge("f", 0).action = Call{{ProcedureId(0)}};
  b.thread("f");
  const LtlAnswer answer = check_ltl(b.program, ThreadId(0), parsed("F label(never)"), {{}});
  ASSERT_EQ(answer.verdict, LtlAnswer::Verdict::kViolated);
  EXPECT_FALSE(answer.loop.empty());
  EXPECT_EQ(check_ltl(b.program, ThreadId(0), parsed("G func(f)"), {{{b.place("f", 0)}, {}}}).verdict,
            LtlAnswer::Verdict::kHolds);
}

}  // namespace
}  // namespace heddle::locks
