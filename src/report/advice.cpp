// The sentences in Result::limits are ours: each kind is known by a few of its words. Functions that are not modelled
// have advice by what they are for.
#include "report/advice.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "search/search.h"

namespace heddle {
namespace {

using std::string_view;

struct Family {
  string_view names;  // separated by blanks; one with a * at its end is a prefix
  string_view instead;
};

constexpr std::array kFamilies = {
    Family{"open open64 openat fopen fopen64 freopen creat fdopen close lseek pread pwrite unlink remove rename mkdir "
           "stat "
           "fstat ftell fseek tmpfile mkstemp std::basic_filebuf* std::filesystem* std::basic_*stream*",
           "keep its data in memory, or let the program read standard input (--stdin FILE)"},
    Family{"fork vfork clone exec* posix_spawn* system popen wait waitpid waitid",
           "check the part that runs in one process, as a test of its own"},
    Family{"socket socketpair bind connect listen accept accept4 send* recv* poll ppoll select pselect pipe pipe2 "
           "epoll_* eventfd* "
           "timerfd_* mq_* gethostby* getaddrinfo",
           "put a queue with a mutex in its place: what matters is which thread gets which message when"},
    Family{"signal sigaction sigprocmask pthread_sigmask pthread_kill kill raise sigwait* alarm setitimer timer_*",
           "call the handler from a thread of its own"},
    Family{"dlopen dlsym dlclose dlmopen", "link what it loads: give its sources or bitcode to heddle"},
    Family{"mmap mmap64 munmap mprotect mremap shm_open shmget shmat", "use malloc or a static array in its place"},
    Family{"getrandom getentropy arc4random* std::random_device*",
           "use rand(), or heddle_choose(n) to try every value"},
};

bool is_one_of(string_view name, string_view names) {
  while (!names.empty()) {
    const std::size_t end = std::min(names.find(' '), names.size());
    const string_view one = names.substr(0, end);
    names.remove_prefix(std::min(end + 1, names.size()));
    if (one.ends_with('*') ? name.starts_with(one.substr(0, one.size() - 1)) : name == one) return true;
  }
  return false;
}

// "a.c:12:3: fork is not modelled (...)" -> "fork"
string_view refused_function(string_view limit) {
  const std::size_t end = limit.find(" is not modelled");
  if (end == string_view::npos) return {};
  const std::size_t begin = limit.rfind(": ", end);
  return begin == string_view::npos ? string_view{} : limit.substr(begin + 2, end - begin - 2);
}

// "a.c:12: call of 'frob', which is not modelled ..." -> "frob"
string_view quoted(string_view text) {
  const std::size_t begin = text.find('\''), end = begin == string_view::npos ? begin : text.find('\'', begin + 1);
  return end == string_view::npos ? string_view{} : text.substr(begin + 1, end - begin - 1);
}

std::string for_refusal(string_view limit, string_view function) {
  for (const Family& family : kFamilies)
    if (is_one_of(function, family.names))
      return fmt::format("{}: {}, or define {} in a file of the test", function, family.instead, function);
  if (limit.find("a definition of it in any source") != string_view::npos)
    return fmt::format("define {} in a file of the test and give that file to heddle too", function);
  return {};
}

std::string for_limit(const Result& result, string_view limit) {
  const auto says = [&](string_view words) { return limit.find(words) != string_view::npos; };
  if (says("a call that Heddle does not control") || says("call of '")) {
    const string_view function = quoted(limit);
    return fmt::format(
        "give heddle the source of {0}, or a stub with the same name; if it does nothing that other threads can "
        "notice, add to the --ignore file: trust function \"{0}\" because (say why)",
        function.empty() ? "that function" : function);
  }
  if (const string_view function = refused_function(limit); !function.empty()) return for_refusal(limit, function);
  if (says("(--timeout)") && result.stats.executions == 0)
    return "no execution came to its end: let loops end after a few rounds in the test, or raise --timeout";
  if (says("(--timeout)") && result.suggestions.empty()) return "raise --timeout, or make the test smaller";
  if (says("(--max-executions)")) return "raise --max-executions, or leave it out to cover everything";
  if (says("(--max-transitions)")) return "raise --max-transitions, or leave it out to cover everything";
  if (says("(--max-depth)")) return "raise --max-depth, or end the program's loops earlier in the test";
  if (says("(--memory)")) return "raise --memory, or use smaller data in the test";
  if (says("(--preemptions)")) return "raise --preemptions, or leave it out to cover everything";
  if (says("of the loop at")) {
    const std::size_t at = limit.find("the loop at "), end = limit.find(" in ", at);
    return fmt::format(
        "let {} end after a few rounds in the test{}",
        at == string_view::npos ? "the loop" : limit.substr(at, end == string_view::npos ? end : end - at),
        search_kind(result.used_search).compares_states
            ? ""
            : "; or try --search stateful, which covers endless loops whose states repeat");
  }
  if (says("without a race detector")) return "leave --detector none out, or add --visible all";
  if (says("sampled schedules"))
    return "--search auto covers everything; where that takes too long, --preemptions 2 covers more than samples do";
  if (says("only the value 0 was tried"))
    return "--nondet K for another value, or heddle_choose(n) to try every one below n";
  if (says("outside heddle::check")) return "move the threads into heddle::check";
  return {};
}

}  // namespace

std::vector<std::string> advice(const Result& result) {
  std::vector<std::string> list;
  if (result.verdict != Verdict::Inconclusive) return list;
  for (const std::string& limit : result.limits)
    if (std::string text = for_limit(result, limit);
        !text.empty() && std::find(list.begin(), list.end(), text) == list.end())
      list.push_back(std::move(text));
  return list;
}

}  // namespace heddle
