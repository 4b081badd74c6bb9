// What a step may be follows from the object whose descriptor it gets: a call that can only fail tells little. But any
// of them may have been closed, or be another one's number by then.
#include "generator.h"

#include <random>
#include <string_view>

namespace concurrent_calls {
namespace {

struct Kind {
  char letter;
  unsigned places;  // descriptors
  std::string_view calls[2];
};
constexpr std::string_view kAnywhere = "cdDnGPs";
constexpr Kind kKinds[] = {
    {'p', 2, {"rrrposi", "wwwWi"}}, {'n', 2, {"rrp", "wwW"}},       {'s', 2, {"rRKwWSphhi", "rRKwWSphh"}},
    {'d', 2, {"rRwSpi", "rRwSp"}},  {'q', 2, {"rRwSph", "rRwSph"}}, {'e', 1, {"vVVp", ""}},
    {'E', 1, {"vVVp", ""}},         {'m', 1, {"mmMM", ""}},         {'M', 1, {"mmMM", ""}},
    {'f', 1, {"rwlgyfkjUON", ""}},  {'a', 1, {"rwwgfkUON", ""}},    {'l', 2, {"AAp", "CCwr"}},
    {'L', 2, {"AAp", "CCwr"}},      {'t', 1, {"TTVP", ""}},
};
constexpr Kind kShared[] = {
    {'m', 1, {"mmMM", ""}},
    {'M', 1, {"mmMM", ""}},
    {'f', 1, {"rwgykjkjON", ""}},
    {'u', 1, {"BXXR", ""}},
};

class Generator {
 public:
  explicit Generator(std::uint64_t seed) : random_(seed) {}

  Program program() {
    Program p;
    p.processes = below(4) == 0;
    const unsigned objects = 1 + below(2);
    for (unsigned i = 0; i < objects; ++i) {
      const Kind& kind = p.processes ? kShared[below(std::size(kShared))] : kKinds[below(std::size(kKinds))];
      if (i > 0 && kind.letter == p.objects[0] && kind.letter != 'p' && kind.letter != 's') continue;
      p.objects += kind.letter;
      for (unsigned k = 0; k < kind.places; ++k) calls_.emplace_back(kind.calls[k]);
    }
    watches_ = !p.processes && below(5) == 0;
    if (watches_) p.objects += 'x';
    if (below(4) != 0) p.objects += 'i';
    plain_ = below(5) == 0;
    const unsigned threads = p.processes ? 2 : below(8) == 0 ? 1 : 2 + (below(4) == 0);
    const unsigned most = threads == 1 ? 8 : threads == 2 ? 3 : 2;
    for (unsigned t = 0; t < threads; ++t) {
      std::string steps;
      mine_ = false;
      if (watches_ && (t == 0 || below(2))) steps += step('a', place());
      for (unsigned i = (threads == 1 ? 4 : 1) + below(most - (threads == 1 ? 3 : 0)); i > 0; --i)
        steps += any_step(p.processes);
      p.steps.push_back(steps);
    }
    return p;
  }

 private:
  unsigned below(std::size_t n) { return static_cast<unsigned>(random_() % n); }
  char one_of(std::string_view letters) { return letters[below(letters.size())]; }
  unsigned place() { return below(calls_.size()); }
  std::string step(char letter, unsigned at) {
    const unsigned values =
        std::string_view("DpPos").find(letter) != std::string_view::npos ? static_cast<unsigned>(calls_.size()) : 6;
    const char value = letter == 'r' && below(4) == 0 ? '9' : static_cast<char>('0' + below(values));
    return {letter, static_cast<char>('0' + at), value};
  }
  std::string any_step(bool processes) {
    if (plain_ && below(3) == 0) return step(one_of("xY"), 0);
    if (below(processes ? 3 : 8) == 0) return step(one_of("+-?(("), 0);
    if (watches_ && below(2) == 0) return step(one_of("ezzab"), place());
    if (below(40) == 0 && !processes) return step('Q', 0);
    const unsigned at = mine_ && below(3) == 0 ? 9 : place();
    const unsigned of = at == 9 ? place() : at;
    const char letter = below(3) == 0 ? one_of(kAnywhere) : one_of(calls_[of]);
    if (letter == 'd' || letter == 'A' || letter == 'O') mine_ = true;
    return step(letter, at);
  }

  std::mt19937_64 random_;
  std::vector<std::string> calls_;  // of each place
  bool watches_ = false, plain_ = false, mine_ = false;
};

}  // namespace

Program random_program(std::uint64_t seed) { return Generator(seed).program(); }

}  // namespace concurrent_calls
