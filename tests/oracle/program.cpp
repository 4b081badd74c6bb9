// Printing of programs; see program.h. Main functions: write_batch, write_single; write_functions and write_body do
// one program.
#include "program.h"

#include <fmt/format.h>

#include <cctype>

#include "batch.h"

namespace heddle::oracle {
namespace {

constexpr const char* kPrelude = R"(#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static int x, y;
static union {
  unsigned word;
  unsigned short half[2];
  unsigned char byte[4];
} u;
static atomic_int a, b;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t recursive = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static pthread_mutex_t checking = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_barrier_t barrier;
static sem_t s, q;
static struct node {
  int value;
} *node;
static const struct timespec soon;

// An assertion whose failure is a scheduling point of its own.
static atomic_int failing;
#define CHECK(condition)           \
  do {                             \
    if (!(condition)) {            \
      (void)atomic_load(&failing); \
      assert(0 && #condition);     \
    }                              \
  } while (0)
)";

class Printer {
 public:
  // `suffix` tells the names of different programs of a file apart.
  Printer(const Program& program, std::string suffix, bool hide_handles)
      : program_(program), suffix_(std::move(suffix)), hide_handles_(hide_handles && !program.plain_handles) {}

  std::string functions() {
    for (unsigned t = 1; t < program_.threads.size(); ++t) {
      if (!is_used(t)) continue;
      line(0, fmt::format("static void *$thread{}(void *);", t));
      if (!hide_handles_) line(0, fmt::format("static pthread_t $t{0};\nstatic int $seen{0};", t));
    }
    if (!program_.once.empty() || mentions("$initialise", program_.threads))
      function("static void $initialise(void)", program_.once, "");
    if (!program_.at_exit.empty()) function("static void $at_exit(void)", program_.at_exit, "");
    for (unsigned t = 1; t < program_.threads.size(); ++t)
      if (is_used(t))
        function(fmt::format("static void *$thread{}(void *unused)", t), program_.threads[t],
                 "return (void)unused, NULL;");
    return std::move(out_);
  }

  std::string main_function(const std::string& head) {
    Script body;
    body.push_back({fmt::format("sem_init(&s, 0, {});", program_.semaphores[0])});
    body.push_back({fmt::format("sem_init(&q, 0, {});", program_.semaphores[1])});
    body.push_back({fmt::format("pthread_barrier_init(&barrier, NULL, {});", program_.barrier)});
    if (program_.node) body.push_back({"node = malloc(sizeof *node), node->value = 0;"});
    if (!program_.at_exit.empty()) body.push_back({"atexit($at_exit);"});
    body.insert(body.end(), program_.threads[0].begin(), program_.threads[0].end());
    function(head, body, "return r & 7;");
    return std::move(out_);
  }

 private:
  void line(unsigned depth, const std::string& text) {
    if (text.empty()) return;
    out_.append(2 * static_cast<std::size_t>(depth), ' ');
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] != '$') {
        out_ += text[i];
        continue;
      }
      std::string name;
      while (i + 1 < text.size() && (std::isalnum(static_cast<unsigned char>(text[i + 1])) || text[i + 1] == '_'))
        name += text[++i];
      out_ += hide_handles_ ? hidden(name) : name + suffix_;
    }
    out_ += '\n';
  }

  std::string hidden(const std::string& name) const {
    const bool handle = name[0] == 't' && std::isdigit(static_cast<unsigned char>(name[1]));
    if (handle) return fmt::format("((pthread_t *){:#x})[{}]", kHandlePage, name.substr(1));
    if (name.starts_with("seen")) return fmt::format("((int *){:#x})[{}]", kHandlePage + 2048, name.substr(4));
    return name + suffix_;
  }

  void script(const Script& script, unsigned depth) {
    for (const Statement& s : script) {
      line(depth, s.open);
      this->script(s.body, depth + 1);
      line(depth, s.middle);
      this->script(s.otherwise, depth + 1);
      line(depth, s.close);
    }
  }

  void function(const std::string& head, const Script& body, const std::string& tail) {
    line(0, head + " {");
    line(1, "int r = 0;");
    script(body, 1);
    line(1, tail.empty() ? "(void)r;" : tail);
    line(0, "}");
  }

  static bool mentions(const std::string& name, const std::vector<Script>& scripts) {
    for (const Script& script : scripts)
      for (const Statement& s : script)
        if (s.open.find(name) != std::string::npos || mentions(name, {s.body, s.otherwise})) return true;
    return false;
  }
  bool is_used(unsigned thread) const {
    for (const Script& s : program_.threads)
      if (is_used(thread, s)) return true;
    return false;
  }
  static bool is_used(unsigned thread, const Script& script) {
    for (const Statement& s : script)
      if (s.thread == thread || is_used(thread, s.body) || is_used(thread, s.otherwise)) return true;
    return false;
  }

  const Program& program_;
  const std::string suffix_;
  const bool hide_handles_;
  std::string out_;
};

}  // namespace

std::string write_batch(const std::vector<Program>& programs) {
  std::string text = kPrelude;
  for (std::size_t k = 0; k < programs.size(); ++k) {
    Printer printer(programs[k], fmt::format("_{}", k), true);
    text += "\n" + printer.functions() + printer.main_function("static int $program(void)");
  }
  return text + "\n" + choosing_main(programs.size());
}

std::string write_single(const Program& program) {
  Printer printer(program, "", false);
  return kPrelude + ("\n" + printer.functions()) + printer.main_function("int main(void)");
}

}  // namespace heddle::oracle
