// Certified schedules: interleaves concrete paths of threads so that all wanted ones stand where they should.
//
// The paths of the wanted threads come from their derivations. Others have to help: who forks a thread has to come that
// far, and a thread that is joined on a path has to end. For each of them a point is chosen, with a path to it, of
// which any beginning will do; several combinations are tried. Paths are interleaved by a search over their lock
// events: steps that take nothing from anybody (releases, forks, passable joins) are taken at once, only acquisitions
// are tried in different orders. What is found is replayed by the symbolic machine (replay.h).
//
// Main function: schedule.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "locks/findings.h"
#include "locks/path.h"
#include "locks/replay.h"
#include "locks/threads.h"

namespace heddle::locks {

struct Wanted {
  Member member;
  Symbol at;    // the node at which it is to stand
  Place place;  // and the edge there
};

struct Witness {
  Schedule schedule;  // empty: none was found, for the reason
  std::string why;
  std::vector<ThreadState> threads;  // at its end
};

class Witnesses {
 public:
  Witnesses(Threads& threads, const Limits& limits)
      : threads_(threads), limits_(limits), replayer_(threads.flow().program()) {}

  // The first participants are the wanted ones, in their order.
  Witness schedule(const std::vector<Wanted>&);

 private:
  static constexpr std::size_t kLongest = 20000;  // steps of one path

  Threads& threads_;
  const Limits& limits_;
  Replayer replayer_;
};

}  // namespace heddle::locks
