// What executions have shown so far that no restore takes back: it is about the whole search, and a verdict needs it. A
// search that is gone on with in another process brings it along (Machine::experience, Machine::learn).
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace heddle {

struct Experience {
  struct Assumed {  // a heddle_assume that was met
    std::uint32_t site = 0;
    bool held = false;  // in some execution
  };
  struct Loop {  // not followed to its end
    std::uint16_t thread = 0;
    std::uint32_t site = 0;
    std::uint32_t rounds = 0;
  };
  struct Touched {  // bytes that somebody has looked at, or accessed plainly (mixed_accesses.h)
    std::uint64_t begin = 0;
    std::uint64_t size = 0;
    std::uint16_t mark = 0;  // the thread; of plain accesses what MixedAccesses has for it
  };
  std::uint32_t assumptions = 0;  // Assumption, as bits
  std::vector<Assumed> assumed;
  bool completed_any = false;
  bool notices_moments = false;  // a std::lock has begun that others can notice
  bool reached_loop_bound = false;
  bool lets_looks_pass = false;  // once: see Engine::mixed
  std::vector<Touched> looked_at, plainly_touched;
  std::vector<Loop> loops;
  std::vector<std::string> uncontrolled;
  std::vector<std::string> limits;
  std::vector<std::uint64_t> trusted;
  // Synchronisation objects, and addresses that the program annotates, in the order in which they were met: what a
  // detector knows, and footprints, name them by that.
  std::vector<std::uint64_t> objects;
  std::vector<std::uint64_t> annotated;
};

}  // namespace heddle
