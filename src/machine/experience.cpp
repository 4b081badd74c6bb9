// What belongs to a whole search and not to an execution: see experience.h.
#include "machine/experience.h"

#include "machine/engine.h"
#include "machine/models.h"

namespace heddle {

Experience Engine::experience() const {
  Experience e;
  e.assumptions = assumed_;
  for (const auto& [site, held] : assumptions_met) e.assumed.push_back({site.value, held});
  e.completed_any = completed_any;
  e.notices_moments = notices_moments;
  e.reached_loop_bound = reached_loop_bound;
  e.lets_looks_pass = lets_looks_pass;
  e.looked_at = mixed.looks();
  e.plainly_touched = mixed.plain();
  for (const CutLoop& loop : cut_loops) e.loops.push_back({loop.thread.value, loop.site.value, loop.rounds});
  e.uncontrolled = uncontrolled;
  e.limits = limits;
  e.trusted.assign(trusted.begin(), trusted.end());
  e.objects = world.names();
  e.annotated = annotated_addresses();
  return e;
}

void Engine::learn(const Experience& e) {
  assumed_ = e.assumptions;
  for (const auto& [site, held] : e.assumed) assumptions_met[SiteId(site)] = held;
  completed_any = e.completed_any;
  notices_moments = e.notices_moments;
  reached_loop_bound = e.reached_loop_bound;
  lets_looks_pass = e.lets_looks_pass;
  mixed.learn(e.looked_at, e.plainly_touched);
  for (const auto& [thread, site, rounds] : e.loops) cut_loops.push_back({ThreadId(thread), SiteId(site), rounds});
  uncontrolled = e.uncontrolled;
  limits = e.limits;
  trusted.insert(e.trusted.begin(), e.trusted.end());
  learn_annotated(e.annotated);
  if (!world.learn_names(e.objects)) limits.emplace_back("internal error: objects had names before they were read");
}

}  // namespace heddle
