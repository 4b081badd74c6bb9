// Printing and taking apart of programs; see program.h.
#include "program.h"

#include <fmt/format.h>

#include <algorithm>

#include "../oracle/batch.h"

namespace waiting {
namespace {

constexpr const char* kPrelude = R"(#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>
static atomic_int v0, v1, v2, v3;
static int old0, old1, old2, old3;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
)";

// Only where something needs it: the tool knows more of programs that have no such calls.
constexpr const char* kTryingPrelude = R"(static int is_held(void) {
  if (pthread_mutex_trylock(&m)) return 1;
  pthread_mutex_unlock(&m);
  return 0;
}
)";
constexpr const char* kTimedPrelude = R"(static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static void wait_a_bit(void) {
  struct timespec t;
  clock_gettime(CLOCK_REALTIME, &t);
  t.tv_sec++;
  pthread_cond_timedwait(&c, &m, &t);
}
)";

constexpr const char* kAllocatingPrelude = R"(static void use_block(void) {
  char *block = malloc(100), *again = malloc(8);
  for (int i = 0; i < 100; i += 9) block[i] = 1;
  block = realloc(block, 200);
  again[7] = block[9];
  free(block);
  free(again);
}
)";

bool has(const Block& block, Kind kind) {
  for (const Statement& s : block)
    if (s.kind == kind || has(s.body, kind)) return true;
  return false;
}

std::string prelude_of(const std::vector<Program>& programs) {
  const auto any = [&](Kind kind) {
    for (const Program& program : programs)
      for (const Block& thread : program.threads)
        if (has(thread, kind)) return true;
    return false;
  };
  std::string text = kPrelude;
  if (any(Kind::SeeHeld)) text += kTryingPrelude;
  if (any(Kind::TimedWait)) text += kTimedPrelude;
  if (std::any_of(programs.begin(), programs.end(), [](const Program& program) { return program.allocates; }))
    text += kAllocatingPrelude;
  return text;
}

class Printer {
 public:
  Printer(Source& source, unsigned long handles) : source_(source), handles_(handles) {
    for (const char ch : source.text) line_ += ch == '\n';
  }

  void program(const Program& program, const std::string& suffix, const std::string& main_head) {
    source_.lines.emplace_back();
    idle_ = program.allocates ? "use_block(); " : "";
    for (std::size_t t = 1; t < program.threads.size(); ++t) {
      line(fmt::format("static void *thread{}{}(void *unused) {{", t, suffix));
      old_ = program.global_old ? fmt::format("old{}", t) : "old";
      body(program.threads[t]);
      line("  return unused;");
      line("}");
    }
    line(main_head + " {");
    for (std::size_t t = 1; t < program.threads.size(); ++t) {
      if (handles_ == 0) line(fmt::format("  pthread_t t{};", t));
      line(fmt::format("  pthread_create(&{}, 0, thread{}{}, 0);", handle(t), t, suffix));
    }
    old_ = program.global_old ? "old0" : "old";
    body(program.threads[0]);
    for (std::size_t t = 1; t < program.threads.size(); ++t) line(fmt::format("  pthread_join({}, 0);", handle(t)));
    line("  printf(\"%d %d %d %d\\n\", v0, v1, v2, v3);");
    line("  return 0;");
    line("}");
  }

  void line(const std::string& text) {
    source_.text += text + "\n";
    ++line_;
  }

 private:
  std::string handle(std::size_t t) const {
    return handles_ == 0 ? fmt::format("t{}", t) : fmt::format("((pthread_t *){:#x})[{}]", handles_, t);
  }

  void body(const Block& statements) {
    line(old_ == "old" ? "  int seen = 1, old = 0;" : "  int seen = 1;");
    block(statements, "  ");
    line(fmt::format("  (void)seen, (void){};", old_));
  }

  void block(const Block& statements, const std::string& indent) {
    for (const Statement& s : statements) statement(s, indent);
  }

  void statement(const Statement& s, const std::string& in) {
    const auto [a, x, b, y] = std::tuple(s.a, s.x, s.b, s.y);
    switch (s.kind) {
      case Kind::Store: return line(fmt::format("{}v{} = {};", in, a, x));
      case Kind::Flip: return line(fmt::format("{}atomic_fetch_xor(&v{}, 1);", in, a));
      case Kind::Wait:
        return line(fmt::format("{}while (v{} == {}) {{{}}}", in, a, x, idle_));
      case Kind::WaitBoth:
        return line(fmt::format("{}while (!(v{} == {} && v{} == {})) {{{}}}", in, a, x, b, y, idle_));
      case Kind::SleepUntil:
        return line(fmt::format("{}while (v{} == {}) {{{}usleep(1);}}", in, a, x, idle_));
      case Kind::Beat:
        return line(fmt::format("{}while (v{} == {}) {{{}v{} = {};}}", in, a, x, idle_, b, y));
      case Kind::Lock: return line(fmt::format("{}while (atomic_exchange(&v{}, 1)) {{}}", in, a));
      case Kind::LookAndLock:
        return line(fmt::format("{0}do {{ while (v{1}) {{}} }} while (atomic_exchange(&v{1}, 1));", in, a));
      case Kind::Poll:
        return line(
            fmt::format("{}for (int s = 1; s;) {{ pthread_mutex_lock(&m); s = v{} == {}; {}"
                        "pthread_mutex_unlock(&m); }}",
                        in, a, x, idle_));
      case Kind::TimedWait:
        return line(fmt::format("{}pthread_mutex_lock(&m); while (v{} == {}) wait_a_bit(); pthread_mutex_unlock(&m);",
                                in, a, x));
      case Kind::Section:
        line(in + "pthread_mutex_lock(&m);");
        block(s.body, in);
        return line(in + "pthread_mutex_unlock(&m);");
      case Kind::Loop:
      case Kind::If:
        line(fmt::format("{}{} (v{} == {}) {{", in, s.kind == Kind::Loop ? "while" : "if", a, x));
        if (s.kind == Kind::Loop && !idle_.empty()) line(in + "  " + idle_);
        block(s.body, in + "  ");
        return line(in + "}");
      case Kind::See: return line(fmt::format("{}seen &= v{} == {};", in, a, x));
      case Kind::SeeHeld:
        return line(fmt::format("{}seen &= is_held() == {};", in, x));
      case Kind::Attempt: return line(fmt::format("{}{} = v{}; while (!{}) {{}}", in, old_, a, attempt(s)));
      case Kind::AttemptUnless:
        return line(fmt::format("{0}{1} = v{2}; while ({1} != {3} && !{4}) {{}}", in, old_, a, x, attempt(s)));
      case Kind::AttemptAnew: return line(fmt::format("{}do {{ {} = v{}; }} while (!{});", in, old_, a, attempt(s)));
      case Kind::AttemptAfter:
        line(fmt::format("{}{} = v{};", in, old_, a));
        line(in + "do {");
        block(s.body, in + "  ");
        return line(fmt::format("{}}} while (!{});", in, attempt(s)));
      case Kind::LookAgain:
        line(fmt::format("{}{} = v{};", in, old_, a));
        line(fmt::format("{}while ({} == {}) {{", in, old_, x));
        block(s.body, in + "  ");
        return line(fmt::format("{}  {} = v{}; }}", in, old_, a));
      case Kind::SeeOld: return line(fmt::format("{}seen &= {} == {};", in, old_, x));
      case Kind::AssertOld:
        source_.lines.back().push_back(line_ + 1);
        return line(fmt::format("{}assert({} != {});", in, old_, x));
      case Kind::AssertUnseen:
        source_.lines.back().push_back(line_ + 1);
        return line(in + "assert(!seen);");
      case Kind::Assert:
        source_.lines.back().push_back(line_ + 1);
        return line(fmt::format("{}assert(v{} != {});", in, a, x));
    }
  }

  std::string attempt(const Statement& s) const {
    const std::string wanted = s.y == kNextValue  ? fmt::format("({} + 1) % 3", old_)
                               : s.y == kOtherBit ? fmt::format("{} ^ 1", old_)
                                                  : std::to_string(s.y);
    return fmt::format("atomic_compare_exchange_strong(&v{}, &{}, {})", s.a, old_, wanted);
  }

  std::string old_ = "old";
  std::string idle_;  // in each round
  Source& source_;
  const unsigned long handles_;
  unsigned line_ = 0;
};

// In depth-first order, calls visit(block, index) for copies of the program, one for each statement.
template <class F>
void each_statement(const Program& program, F visit) {
  const auto walk = [&](auto& self, Program& copy, Block& block, std::size_t& left) -> bool {
    for (std::size_t i = 0; i < block.size(); ++i) {
      if (left-- == 0) return visit(copy, block, i), true;
      if (self(self, copy, block[i].body, left)) return true;
    }
    return false;
  };
  for (std::size_t n = 0;; ++n) {
    Program copy = program;
    std::size_t left = n;
    bool found = false;
    for (std::size_t t = 0; t < copy.threads.size() && !found; ++t) found = walk(walk, copy, copy.threads[t], left);
    if (!found) return;
  }
}

}  // namespace

Source write_batch(const std::vector<Program>& programs, unsigned long handles) {
  Source source{prelude_of(programs), {}};
  Printer printer(source, handles);
  for (std::size_t k = 0; k < programs.size(); ++k)
    printer.program(programs[k], fmt::format("_{}", k), fmt::format("static int program_{}(void)", k));
  source.text += heddle::oracle::choosing_main(programs.size());
  return source;
}

std::string write_single(const Program& program) {
  Source source{prelude_of({program}), {}};
  Printer(source, 0).program(program, "", "int main(void)");
  return source.text;
}

std::vector<Program> smaller_versions(const Program& program) {
  std::vector<Program> smaller;
  each_statement(program, [&](Program& copy, Block& block, std::size_t i) {
    Block inner = std::move(block[i].body);
    block.erase(block.begin() + static_cast<std::ptrdiff_t>(i));
    smaller.push_back(copy);
    if (inner.empty()) return;
    block.insert(block.begin() + static_cast<std::ptrdiff_t>(i), inner.begin(), inner.end());
    smaller.push_back(copy);
  });
  if (program.threads.size() > 2)
    for (std::size_t t = 1; t < program.threads.size(); ++t) {
      smaller.push_back(program);
      smaller.back().threads.erase(smaller.back().threads.begin() + static_cast<std::ptrdiff_t>(t));
    }
  return smaller;
}

}  // namespace waiting
