#include "machine/machine.h"

#include "detect/access_watch.h"
#include "detect/execution_log.h"
#include "detect/knowledge_gather.h"
#include "machine/engine.h"
#include "machine/population.h"
#include "machine/runtime.h"

namespace heddle {

Machine::Machine(const Image& image, const CheckOptions& options, Journal& journal, RaceDetector* detector,
                 ThreadNames& names, const Round& round) {
  find_library_code();
  install_crash_handlers();
  engine = new Engine(image, options, round, journal, detector, names);
}

Machine::~Machine() {
  delete engine;
  engine = nullptr;
}

void Machine::start() { engine->start(); }
std::span<const Pending> Machine::pending() const {
  if (engine->pending_is_stale) engine->list_pending();
  return engine->pending;
}
const Operation* Machine::next_of(ThreadId thread) const {
  if (thread.index() >= engine->threads.size()) return nullptr;
  const ThreadRecord& record = engine->threads[thread.index()];
  return record.live ? &record.pending : nullptr;
}
const Transition& Machine::step(ThreadId thread, Choice choice) {
  engine->step(thread, choice);
  return engine->transition;
}
const Transition& Machine::step_through(ThreadId thread, Choice choice, TakenAtOnce& at_once) {
  engine->at_once = &at_once;
  return step(thread, choice);
}
Status Machine::status() const { return engine->status; }
bool Machine::is_eventful() const {
  return engine->status != Status::Running || !engine->failures.empty() || !engine->endless_loops.empty();
}
std::unique_ptr<SavedState> Machine::make_saved_state() const { return std::make_unique<Snapshot>(); }
void Machine::save(SavedState& into) const { engine->save(static_cast<Snapshot&>(into)); }
void Machine::restore(const SavedState& from) { engine->restore(static_cast<const Snapshot&>(from)); }
void Machine::compare_states() { engine->compare_states(); }
bool Machine::compares_states() const { return engine->compares_states; }
Fingerprint Machine::fingerprint() const {
  static StateWriter writer;
  writer.begin(StateWriter::Detail::Fingerprints);
  engine->write_state(writer);
  return writer.fingerprint();
}
bool Machine::knowledge(Knowledge& into) const {
  static detect::KnowledgeScratch scratch;
  const RaceDetector* const detector = engine->observers.detector();
  if (detector == nullptr) return into = {}, true;
  WorldPopulation population(engine->world);
  population.look();
  return detector->knowledge(population, scratch, into);
}
std::span<const ThreadId> Machine::came_round() const { return engine->came_round(); }
std::optional<Failure> Machine::livelock(std::span<const ThreadId> stuck) const {
  const ThreadRecord& thread = engine->threads[stuck.front().index()];
  return Failure(BugKind::Livelock, stuck.front(), thread.pending.site, thread.pending.object, "");
}
std::vector<std::byte> Machine::exact_state() const {
  StateWriter writer;
  writer.begin(StateWriter::Detail::Exact);
  engine->write_state(writer);
  return {writer.written().begin(), writer.written().end()};
}
std::string Machine::part_of_state(std::size_t byte) const {
  StateWriter writer;
  writer.begin(StateWriter::Detail::Exact);
  engine->write_state(writer);
  return writer.part_at(byte);
}
void Machine::check_restores() { engine->check_restores(); }
const std::vector<Failure>& Machine::failures() const { return engine->failures; }
const std::string& Machine::refusal() const { return engine->refusal; }
int Machine::exit_status() const { return engine->exit_status; }
std::string Machine::output() const { return engine->output.text(); }
std::span<const std::pair<Address, std::uint32_t>> Machine::byte_set(std::uint64_t argument) const {
  return engine->byte_sets[argument];
}
Operation Machine::awaited(ThreadId t, const Operation& op) const {
  Operation missing = op;
  engine->each_missing_lock(t, op, [&](const Operation& lock) { missing = lock; });
  return missing;
}
AddressName Machine::name_address(Address a) const { return engine->name_address(a); }
std::vector<std::uintptr_t> Machine::stack_of(ThreadId t) const { return engine->recording.stack_of(t); }
void Machine::observe(AccessObserver& observer) { engine->observe(observer); }
void Machine::observe(ProgramObserver& observer) { engine->observers.add(observer); }
void Machine::watch_accesses(AccessWatch& watch) {
  engine->observe(watch);
  engine->watch = &watch;
}
void Machine::log_execution(ExecutionLog& log) {
  engine->observe(log);
  engine->log = &log;
}
ExecutionLog* Machine::log() const { return engine->log; }
const Flows* Machine::flows() const { return &engine->image.flows; }
bool Machine::shows_accesses() const {
  return engine->options.visible == Visibility::All || !engine->round.visible.empty();
}
AccessWatch* Machine::watch() const { return engine->watch; }
void Machine::record(Recorder* recorder) {
  engine->recording.write_to(recorder);
  engine->observers.remove(engine->recording);
  if (recorder != nullptr) engine->observers.add_first(engine->recording);
  RaceDetector* const detector = engine->observers.detector();
  if (detector == nullptr) return;
  const bool watched = recorder != nullptr && recorder->locksets.byte != 0;
  if (watched) recorder->locksets.moment = [recorder] { return recorder->dropped + recorder->events.size(); };
  detector->watch(watched ? &recorder->locksets : nullptr);
}
std::vector<std::pair<Address, std::size_t>> Machine::live_ranges() const { return engine->memory.live_ranges(*engine); }
const MayDo* Machine::may_do(ThreadId t) const {
  const auto known = engine->image.may_do.find(engine->threads[t.index()].entry.code);
  return known == engine->image.may_do.end() ? nullptr : &known->second;
}
const Image& Machine::image() const { return engine->image; }
const ThreadNames& Machine::names() const { return engine->names; }
const sync::World& Machine::world() const { return engine->world; }
const std::set<std::size_t>& Machine::trusted() const { return engine->trusted; }
std::vector<BoundedLoop> Machine::bounded_loops() const {
  std::vector<BoundedLoop> loops;
  for (const Engine::CutLoop& loop : engine->cut_loops) {
    const auto known = engine->lines_of_loops.find(loop.site.value);
    const SourcePosition& at =
        known != engine->lines_of_loops.end() ? known->second : engine->image.sites[loop.site].frames.front();
    loops.push_back({engine->names.name(loop.thread), at.file, at.line, loop.rounds});
  }
  return loops;
}
bool Machine::has_bounded_loops() const { return !engine->cut_loops.empty(); }
const std::vector<std::uint32_t>& Machine::endless_loops() const { return engine->endless_loops; }
bool Machine::reached_loop_bound() const { return engine->reached_loop_bound; }
void Machine::forget_bounded_loops() {
  engine->reached_loop_bound = false;
  engine->cut_loops.clear();
  engine->endless_loops.clear();
}
void Machine::leave_out_rounds(bool yes) { engine->leaves_out_rounds = yes; }
bool Machine::let_looks_pass() {
  if (engine->lets_looks_pass || !engine->mixed.any()) return false;
  return engine->lets_looks_pass = true;
}
bool Machine::leaves_out_rounds() const { return engine->leaves_out_rounds; }
bool Machine::dropped() const { return engine->dropped(); }
bool Machine::runs_forever() const { return engine->runs_forever(); }
void Machine::fill_memory(std::uint8_t fill) { heddle_fill = fill; }
void Machine::watch_decisions(bool yes) {
  heddle_watches_decisions = yes ? 1 : 0;
  engine->decisions = 0;
}
std::uint64_t Machine::decisions() const { return engine->decisions; }
void Machine::spoil_pointers(std::uint64_t words) { engine->pointers_to_look_at = words; }
void Machine::roam() { engine->roam(); }
bool Machine::assumption_failed() const { return engine->assumption_failed(); }
// If assumptions have left no execution that is said first.
const std::vector<std::string>& Machine::limits() const {
  std::vector<std::string>& list = engine->limits;
  if (std::string sentence = engine->completed_any ? "" : engine->never_held(); !sentence.empty())
    if (list.empty() || list.front() != sentence) list.insert(list.begin(), std::move(sentence));
  return list;
}
void Machine::assume(Assumption assumption) { engine->assume(assumption); }
bool Machine::clocks_have_leapt() const { return engine->clocks_have_leapt; }
std::vector<std::string> Machine::assumptions() const { return engine->assumptions(); }
Experience Machine::experience() const { return engine->experience(); }
void Machine::learn(const Experience& experience) { engine->learn(experience); }
const std::vector<std::string>& Machine::scopes() const { return engine->scope_names; }
const std::vector<std::string>& Machine::uncontrolled() const { return engine->uncontrolled; }

}  // namespace heddle
