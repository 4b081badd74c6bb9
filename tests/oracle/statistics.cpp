// What kind of programs a campaign was made of: a test on programs that are all racy, or all without any bug, would say
// little.
#include <fmt/format.h>

#include "campaign.h"

namespace heddle::oracle {

void Statistics::add(const ProgramResult& result) {
  ++programs;
  if (!result.comparable()) {
    ++skipped;
    return;
  }
  const Findings& truth = result.truth();
  truth_executions += truth.executions;
  for (const auto& [name, findings] : result.findings) transitions += findings.transitions;
  if (const auto it = result.findings.find("dpor sync"); it != result.findings.end())
    dpor_executions += it->second.executions, many_orders += it->second.executions > 1;
  if (truth.racy()) {
    ++racy;
    return;
  }
  ++race_free;
  deadlock += truth.has_failure("deadlock");
  livelock += truth.has_failure("livelock");
  assertion += truth.has_failure("assertion");
  memory += truth.has_failure("memory");
  misuse += truth.has_failure("misuse");
  crash += truth.has_failure("crash");
  clean += truth.failures.empty();
  many_finals += truth.finals.size() > 1;
}

void Statistics::add(const Statistics& other) {
  programs += other.programs;
  skipped += other.skipped;
  racy += other.racy;
  race_free += other.race_free;
  deadlock += other.deadlock;
  livelock += other.livelock;
  assertion += other.assertion;
  memory += other.memory;
  misuse += other.misuse;
  crash += other.crash;
  clean += other.clean;
  many_finals += other.many_finals;
  many_orders += other.many_orders;
  truth_executions += other.truth_executions;
  dpor_executions += other.dpor_executions;
  transitions += other.transitions;
}

std::string Statistics::text() const {
  const auto percent = [](std::uint64_t part, std::uint64_t whole) {
    return whole == 0 ? 0.0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
  };
  return fmt::format(
      "{} programs, {} too large ({:.1f} %), {} racy, {} race-free ({:.0f} %)\n"
      "of the race-free: {} deadlock, {} livelock, {} assertion, {} memory, {} misuse, {} crash; {} without bug; "
      "{} with several final states\n"
      "{} in which more than one order matters\n"
      "brute force: {} executions; dpor under sync: {}; transitions of all configurations: {}\n",
      programs, skipped, percent(skipped, programs), racy, race_free, percent(race_free, programs - skipped), deadlock,
      livelock, assertion, memory, misuse, crash, clean, many_finals, many_orders, truth_executions, dpor_executions,
      transitions);
}

}  // namespace heddle::oracle
