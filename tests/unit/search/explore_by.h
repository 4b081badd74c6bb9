// Runs any search on a toy program: explore_by(program, [](auto&... a) { return search_pct(a...); }).
#pragma once
#include "compare.h"

namespace heddle::toy {

template <class S>
Findings explore_by(const Program& program, S search, Setting setting = {}) {
  static LiveState unwatched;
  LiveState& live = setting.live == nullptr ? unwatched : *setting.live;
  ToyMachine machine(program);
  Findings findings;
  Collector collector(findings, setting.stop_after);
  findings.outcome = search(machine, setting.options, collector, live);
  return findings;
}

}  // namespace heddle::toy
