// Printing and taking apart of programs; see program.h.
#include "program.h"

#include <fmt/format.h>

#include <algorithm>

#include "../oracle/batch.h"

namespace litmus {
namespace {

constexpr const char* kPrelude = R"(#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
typedef unsigned char __attribute__((may_alias)) u1;
typedef unsigned short __attribute__((may_alias)) u2;
typedef unsigned int __attribute__((may_alias)) u4;
typedef unsigned long __attribute__((may_alias)) u8;
static unsigned char shared[16] __attribute__((aligned(16)));
)";

const char* name_of(Order order) {
  constexpr const char* kNames[] = {"__ATOMIC_RELAXED", "__ATOMIC_ACQUIRE", "__ATOMIC_RELEASE", "__ATOMIC_ACQ_REL",
                                    "__ATOMIC_SEQ_CST"};
  return kNames[static_cast<int>(order)];
}

class Printer {
 public:
  // handles: where main keeps the handles of its threads; 0: in ordinary variables.
  Printer(Source& source, unsigned long handles) : source_(source), handles_(handles) {
    for (const char c : source.text) line_ += c == '\n';
  }

  void program(const Program& program, const std::string& suffix, const std::string& main_head) {
    suffix_ = suffix;
    auto& lines = source_.lines.emplace_back(program.threads.size());
    for (unsigned t = 1; t < program.threads.size(); ++t)
      line(fmt::format("static void* thread{}{}(void*);", t, suffix));
    for (unsigned t = 1; t < program.threads.size(); ++t) {
      line(fmt::format("static void* thread{}{}(void*) {{", t, suffix));
      body(program.threads[t], lines[t]);
      line("  return (void*)hash;");
      line("}");
    }
    line(main_head + " {");
    for (unsigned t = 1; t < program.threads.size(); ++t) {
      if (handles_ == 0) line(fmt::format("  pthread_t t{};", t));
      line(fmt::format("  void* seen{} = 0;", t));
    }
    body(program.threads[0], lines[0]);
    line("  printf(\"%lx\", hash);");
    for (unsigned t = 1; t < program.threads.size(); ++t) line(fmt::format("  printf(\" %lx\", (u8)seen{});", t));
    line("  printf(\" %lx %lx\\n\", ((u8*)shared)[0], ((u8*)shared)[1]);");
    line("  return 0;");
    line("}");
  }

  void line(const std::string& text) {
    source_.text += text + '\n';
    ++line_;
  }

 private:
  void body(const std::vector<Operation>& operations, std::vector<unsigned>& lines) {
    for (unsigned k = 0; k < operations.size(); ++k) line(fmt::format("  u8 r{} = {};", k, kUnset));
    for (unsigned k = 0; k < operations.size(); ++k) {
      lines.push_back(line_ + 1);
      line("  " + guard(operations[k]) + statement(operations[k], k));
    }
    line("  u8 hash = 0;");
    for (unsigned k = 0; k < operations.size(); ++k) line(fmt::format("  hash = hash * {} + r{};", kHashFactor, k));
  }

  static std::string guard(const Operation& o) {
    return o.guard < 0 ? "" : fmt::format("if (r{} == {}) ", o.guard, o.guard_value);
  }
  std::string handle(unsigned t) const {
    return handles_ == 0 ? fmt::format("t{}", t) : fmt::format("((pthread_t*){:#x})[{}]", handles_, t);
  }

  std::string statement(const Operation& o, unsigned k) const {
    const std::string place = fmt::format("(u{}*)(shared + {})", o.size, o.offset);
    const char* const order = name_of(o.order);
    switch (o.action) {
      case Action::Load:
        return fmt::format("r{} = __atomic_load_n({}, {});", k, place, order);
      case Action::Store:
        return fmt::format("__atomic_store_n({}, {}, {});", place, o.value, order);
      case Action::Exchange:
        return fmt::format("r{} = __atomic_exchange_n({}, {}, {});", k, place, o.value, order);
      case Action::Add:
        return fmt::format("r{} = __atomic_fetch_add({}, {}, {});", k, place, o.value, order);
      case Action::CasStrong:
      case Action::CasWeak:
        return fmt::format(
            "{{ u{} e = {}; bool done = __atomic_compare_exchange_n({}, &e, {}, {}, {}, {}); r{} = (u8)e * 2 + done; "
            "}}",
            o.size, o.expected, place, o.value, o.action == Action::CasWeak, order, name_of(o.failure), k);
      case Action::Fence:
        return fmt::format("__atomic_thread_fence({});", order);
      case Action::PlainLoad:
        return fmt::format("r{} = *{};", k, place);
      case Action::PlainStore:
        return fmt::format("*{} = {};", place, o.value);
      case Action::Create:
        return fmt::format("pthread_create(&{}, 0, thread{}{}, 0);", handle(o.thread), o.thread, suffix_);
      case Action::Join:
        return fmt::format("pthread_join({}, &seen{});", handle(o.thread), o.thread);
    }
    return "";
  }

  Source& source_;
  const unsigned long handles_;
  unsigned line_ = 0;
  std::string suffix_;
};

// Leaves out operation k; what depended on its register is now unconditional.
void leave_out(std::vector<Operation>& operations, int k) {
  operations.erase(operations.begin() + k);
  for (Operation& o : operations) {
    if (o.guard == k) o.guard = -1;
    if (o.guard > k) --o.guard;
  }
}

}  // namespace

std::size_t Program::size() const {
  std::size_t n = 0;
  for (const auto& t : threads)
    n += static_cast<std::size_t>(std::count_if(
        t.begin(), t.end(), [](const Operation& o) { return o.action != Action::Create && o.action != Action::Join; }));
  return n;
}

Source write_batch(const std::vector<Program>& programs, unsigned long handles) {
  Source source{kPrelude, {}};
  Printer printer(source, handles);
  for (std::size_t k = 0; k < programs.size(); ++k)
    printer.program(programs[k], fmt::format("_{}", k), fmt::format("static int program_{}()", k));
  source.text += heddle::oracle::choosing_main(programs.size());
  return source;
}

std::string write_single(const Program& program) {
  Source source{kPrelude, {}};
  Printer(source, 0).program(program, "", "int main()");
  return source.text;
}

std::vector<Program> smaller_versions(const Program& program) {
  std::vector<Program> smaller;
  for (unsigned t = 0; t < program.threads.size(); ++t)
    for (unsigned k = 0; k < program.threads[t].size(); ++k) {
      const Operation& o = program.threads[t][k];
      if (o.action == Action::Create || o.action == Action::Join) continue;
      leave_out(smaller.emplace_back(program).threads[t], static_cast<int>(k));
      if (o.guard >= 0) smaller.emplace_back(program).threads[t][k].guard = -1;
    }
  return smaller;
}

}  // namespace litmus
