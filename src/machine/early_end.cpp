// An execution that ends before the program does: by a bug, or by something that we do not model.
//
//   fail, report   a bug; some can be gone past (--keep-going, --ignore, or nobody asked for its kind)
//   refuse         what is not modelled, with the line of the program
#include <cctype>

#include "machine/engine.h"
#include "machine/runtime.h"

namespace heddle {

void Engine::fail(Failure failure) {
  not_in_trial();
  if (on_fiber) observers.crashed(current);
  failed(std::move(failure));
  abandon();
}

void Engine::failed(Failure failure) {
  if (round.stop_at_step) stop_for_debugger(failure.thread, summary(failure));
  self().pending = Operation{};  // it has begun what it was about to do; what would come next nobody knows
  failures.push_back(std::move(failure));
  status = Status::Failed;
}

void Engine::report(Failure failure) {
  not_in_trial();
  if (!wants(failure.kind)) {
    // What it leads to is covered only where its bytes are scheduling points: the search has to know.
    if (failure.kind == BugKind::Race && options.visible == Visibility::Sync) failures.push_back(std::move(failure));
    return;
  }
  if (concerns_accesses(failure.kind) && round.ignored_races.contains(failure.key())) return;
  if (options.keep_going && concerns_accesses(failure.kind)) {
    if (round.stop_at_step == step_number) stop_for_debugger(failure.thread, summary(failure));
    failures.push_back(std::move(failure));
    return;
  }
  if (on_fiber && !failure.race) observers.crashed(current);
  failed(std::move(failure));
  if (on_fiber) abandon();
}

// Where the running thread was last seen to leave the program's own code, for a sentence without a place of its own.
void Engine::refuse(std::string what) {
  not_in_trial();
  const std::size_t colon = what.find(": ");
  const bool has_place = colon != std::string::npos && colon > 0 && std::isdigit(what[colon - 1]);
  if (!has_place && on_fiber && heddle_call_site != kNoCallSite && heddle_call_site != 0) {
    const std::vector<SourcePosition>& frames = image.sites[SiteId(heddle_call_site)].frames;
    const SourcePosition* at = &frames.back();
    for (auto frame = frames.rbegin(); frame != frames.rend(); ++frame)
      if (!frame->system && frame->line) at = &*frame;
    if (at->line) what = at->file + ":" + std::to_string(at->line) + ": " + what;
  }
  refusal = std::move(what);
  status = Status::Refused;
  abandon();
}

}  // namespace heddle
