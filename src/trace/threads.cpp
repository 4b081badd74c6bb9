#include "trace/threads.h"

#include <fmt/format.h>

#include "trace/line.h"

namespace heddle::trace {

std::uint32_t Threads::number(std::string_view name) {
  const std::uint32_t n = names_.number(name);
  if (n >= states_.size()) states_.emplace_back();
  return n;
}

void Threads::look_up(std::string_view name) {
  last_ = number(name);
  last_name_ = names_.name(last_);
}

// Its first event, or one too late.
bool Threads::starts(std::uint32_t thread, std::uint64_t line, bool begins) {
  State& s = states_[thread];
  if (s.ended && !s.joined && begins) {
    means_blocks(line);
    return true;
  }
  if (s.ended)
    return fail(fmt::format("thread {} has ended in line {}{}", printable(names_.name(thread)), s.last,
                            s.begun ? " (use --blocks if begin and end enclose atomic blocks)" : ""));
  s.root = s.forked == 0;
  if (s.root && first_fork_ != 0 && !unforked_)
    return fail(
        fmt::format("thread {} was never forked, though threads are forked from line {} on "
                    "(use --unforked if the trace leaves out forks)",
                    printable(names_.name(thread)), first_fork_));
  s.runs = true;
  s.first = line;
  return true;
}

bool Threads::fork(ThreadId parent, std::string_view child, std::uint64_t line, ThreadId& thread) {
  const std::uint32_t n = number(child);
  State& s = states_[n];
  thread = ThreadId(static_cast<std::uint16_t>(n));
  const std::string name = printable(child);
  if (thread == parent) return fail(fmt::format("thread {} forks itself", name));
  if (s.forked != 0) return fail(fmt::format("thread {} was forked before, in line {}", name, s.forked));
  if (s.first != 0) return fail(fmt::format("thread {} is forked here but acts since line {}", name, s.first));
  s.forked = line;
  if (first_fork_ == 0) first_fork_ = line;
  return true;
}

// Several threads may join one, as in Java.
bool Threads::join(ThreadId joiner, std::string_view finished, std::uint64_t line, ThreadId& thread) {
  const std::uint32_t n = number(finished);
  State& s = states_[n];
  thread = ThreadId(static_cast<std::uint16_t>(n));
  const std::string name = printable(finished);
  if (thread == joiner) return fail(fmt::format("thread {} joins itself", name));
  s.joined = true;
  if (s.ended) return true;
  if (!s.runs && s.forked == 0) return fail(fmt::format("thread {} is joined but never started", name));
  if (s.begun) return fail(fmt::format("thread {} is joined but has not ended: it began and there was no end", name));
  s.runs = false;
  s.ended = true;
  s.last = line;
  return true;
}

void Threads::begin(ThreadId t, std::uint64_t line) {
  if (blocks_) return;
  State& s = states_[t.index()];
  if (s.begun || (s.first != 0 && s.first != line)) return means_blocks(line);
  s.begun = true;
}

// What an end ended goes on.
void Threads::means_blocks(std::uint64_t line) {
  blocks_ = true;
  shown_as_blocks_ = line;
  for (State& s : states_) {
    s.begun = false;
    if (!s.ended || s.joined) continue;
    s.ended = false;
    s.runs = true;
  }
}

void Threads::end(ThreadId t, std::uint64_t line) {
  if (blocks_) return;
  State& s = states_[t.index()];
  s.runs = false;
  s.ended = true;
  s.last = line;
}

std::vector<std::string_view> Threads::roots() const {
  std::vector<std::string_view> out;
  for (std::size_t i = 1; i < states_.size(); ++i)
    if (states_[i].root) out.push_back(names_.name(static_cast<std::uint32_t>(i)));
  return out;
}

}  // namespace heddle::trace
