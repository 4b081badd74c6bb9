// See relevance.h. The constructor finds out who and what the bug is about; matters() then looks at single events.
#include "report/relevance.h"

#include <algorithm>

#include "model/address_space.h"

namespace heddle {

std::string killed_by(const Describer& d, std::size_t event) {
  const std::vector<RecordedEvent>& events = d.in.recording.recorder.events;
  const Operation& op = events[event].operation;
  if (op.kind != OperationKind::ProcessCrash || events[event].blocked) return {};
  const std::string& name = d.in.image.processes[op.argument].name;
  for (std::size_t i = 0; i < event; ++i)
    if (events[i].operation.kind == OperationKind::ProcessExit && !events[i].blocked &&
        d.thread(events[i].thread).starts_with(name + ":"))
      return {};
  return name;
}

bool is_noise(const Operation& operation) {
  return is_process_state(operation.object) || traits(operation.kind).in_table == InTable::Hidden;
}

Relevance::Relevance(const Describer& d, const SourcePosition& of_bug) : d_(d), of_bug_(of_bug) {
  const std::vector<RecordedEvent>& events = d.in.recording.recorder.events;
  const Failure& failure = d.in.failure;
  about_waiting_ = failure.kind == BugKind::Deadlock || failure.kind == BugKind::Livelock;
  if (failure.race) {
    later_ = d.find_access(failure.race->later, events.size());
    earlier_ = d.find_access(failure.race->earlier, later_.value_or(events.size()));
    involved_ = {failure.race->earlier.thread, failure.race->later.thread};
  } else if (about_waiting_) {
    involved_ = failure.cycle;
  }
  end_ = later_ ? *later_ + 1 : events.size();
  for (std::size_t i = 0; i < end_; ++i)
    if (!is_noise(event(i).operation)) last_[event(i).thread] = i;
  for (std::size_t i = 0; i < end_; ++i)  // what a livelock repeats
    if (event(i).step + failure.round > d.in.schedule.size() && !event(i).blocked && !is_noise(event(i).operation) &&
        !event(i).is_access() && failure.round > 0)
      kept_.insert(i);
  find_family();
  find_awaited();
  if (!about_waiting_ || involved_.empty()) find_ordering_objects();
  if (failure.race) keep_synchronisation_of_race();
  if (!failure.race && !about_waiting_) keep_last_operations(failure.thread);
}

bool Relevance::is_involved(ThreadId t) const {
  return involved_.empty() || std::find(involved_.begin(), involved_.end(), t) != involved_.end();
}

bool Relevance::is_last_of_thread(std::size_t i) const {
  const auto last = last_.find(event(i).thread);
  return last == last_.end() || last->second <= i;
}

bool Relevance::is_in_bug(std::size_t i) const {
  if (earlier_ == i || later_ == i) return true;
  return about_waiting_ && event(i).blocked && is_involved(event(i).thread) && is_last_of_thread(i);
}

void Relevance::find_family() {
  std::map<ThreadId, ThreadId> creator;
  for (std::size_t i = 0; i < end_; ++i)
    if (event(i).operation.kind == OperationKind::ThreadCreate)
      creator[ThreadId(static_cast<std::uint16_t>(event(i).operation.object))] = event(i).thread;
  for (const auto& [child, parent] : creator) {
    if (!is_involved(child)) continue;
    family_.insert(child);
    for (auto up = creator.find(parent); up != creator.end(); up = creator.find(up->second))
      if (!family_.insert(up->first).second) break;
  }
}

// Where the thread took the locks that it holds at that moment.
void Relevance::keep_locks(ThreadId thread, const std::vector<Address>& locks, std::size_t before) {
  for (const Address lock : locks)
    if (const auto taken = acquisition(d_, thread, lock, std::min(before, end_))) kept_.insert(*taken);
}

// What a spinning thread looks at.
void Relevance::keep_last_look(ThreadId thread) {
  for (std::size_t i = end_; i-- > 0;)
    if (event(i).thread == thread && is_memory_access(event(i).operation.kind)) {
      awaited_.insert(event(i).operation.object);
      return;
    }
}

void Relevance::find_awaited() {
  const Failure& failure = d_.in.failure;
  if (failure.kind == BugKind::Misuse || failure.kind == BugKind::Memory)
    if (failure.address >= kMaxThreads) awaited_.insert(failure.address);
  if (failure.kind == BugKind::Misuse)
    for (const FinalThread& t : d_.in.recording.threads)
      if (std::find(t.holds.begin(), t.holds.end(), failure.address) != t.holds.end())
        keep_locks(t.thread, {failure.address}, end_);
  if (!about_waiting_) return;
  for (const FinalThread& t : d_.in.recording.threads) {
    if (t.enabled || !is_involved(t.thread)) continue;
    keep_locks(t.thread, t.holds, end_);
    if (spins(t.operation)) keep_last_look(t.thread);
    const Operand what = operand_of(t.operation.kind);
    if (what == Operand::Thread || is_lock(what) || t.operation.object == 0) continue;
    awaited_.insert(t.operation.object);
  }
}

// Objects by which the involved threads can learn of each other.
void Relevance::find_ordering_objects() {
  std::map<Address, ThreadId> user;
  for (std::size_t i = 0; i < end_; ++i) {
    const RecordedEvent& e = event(i);
    const Operation& op = e.operation;
    if (is_noise(op) || e.is_access() || op.object == 0 || operand_of(op.kind) == Operand::Thread) continue;
    if (!is_involved(e.thread) || d_.is_reserved(op.object)) continue;
    const auto [entry, fresh] = user.try_emplace(op.object, e.thread);
    if (!fresh && entry->second != e.thread) ordering_.insert(op.object);
  }
}

// The locks that are held at either access, and the operations that the explanation names.
void Relevance::keep_synchronisation_of_race() {
  const auto locks = [&](std::size_t i) {
    std::vector<Address> held;
    for (const ObjectId id : event(i).held) held.push_back(d_.in.address_of(id));
    keep_locks(event(i).thread, held, i);
  };
  if (earlier_) locks(*earlier_);
  if (later_) locks(*later_);
  if (!earlier_ || !later_) return;
  const RaceNeighbours near = race_neighbours(d_, *earlier_, *later_);
  for (const std::optional<std::size_t>& i : {near.released, near.acquired})
    if (i) kept_.insert(*i);
}

// What the failing thread did last, though nobody else has touched it: the pointer that it loaded too early.
void Relevance::keep_last_operations(ThreadId thread) {
  int left = 2;
  for (std::size_t i = end_; i-- > 0 && left > 0;) {
    const RecordedEvent& e = event(i);
    if (e.thread != thread || e.blocked || e.is_access() || is_noise(e.operation)) continue;
    const Place& place = d_.place(e.operation.site, e.stack);
    if (place.position.system || is_framework(place.position) || is_reference_count(place)) continue;
    if (d_.is_reserved(e.operation.object)) continue;
    kept_.insert(i);
    --left;
  }
}

// Bytes of a stack may have been another variable before.
bool Relevance::is_of_bug(const RecordedEvent& e) const {
  const auto root = [&](const RecordedEvent& of) {
    const std::string name = d_.object(of.operation, &of);
    return name.substr(0, name.find_first_of(".["));
  };
  return !later_ || !in_stacks(e.operation.object) || root(e) == root(event(*later_));
}

// What the failing line has looked at.
bool Relevance::is_at_failure(const RecordedEvent& e, const Place& place) const {
  const Failure& failure = d_.in.failure;
  if (failure.race || about_waiting_ || e.thread != failure.thread || !is_memory_access(e.operation.kind)) return false;
  return place.position.file == of_bug_.file && place.position.line == of_bug_.line;
}

bool Relevance::matters(std::size_t i) const {
  const RecordedEvent& e = event(i);
  const Operation& op = e.operation;
  if (is_in_bug(i) || kept_.contains(i)) return op.kind != OperationKind::ThreadExit;
  if (op.kind == OperationKind::ThreadCreate) return family_.contains(ThreadId(static_cast<std::uint16_t>(op.object)));
  if (op.kind == OperationKind::ProcessCrash) return !killed_by(d_, i).empty();
  if (e.blocked || is_noise(op)) return false;
  const Place& place = d_.place(op.site, e.stack);
  if (is_framework(place.position)) return false;
  if (e.is_access()) return is_of_bug(e);
  if (place.position.system || is_reference_count(place)) return false;
  if (is_at_failure(e, place)) return true;
  const bool about_thread = operand_of(op.kind) == Operand::Thread;
  if (!about_thread && awaited_.contains(op.object)) return true;
  if (!is_involved(e.thread)) return false;
  if (about_thread) return !about_waiting_ && is_involved(ThreadId(static_cast<std::uint16_t>(op.object)));
  if (operand_of(op.kind) == Operand::Nothing || operand_of(op.kind) == Operand::Text) return true;
  return ordering_.contains(op.object) || (has_mutex(op.kind) && ordering_.contains(op.argument));
}

bool Relevance::matters(const UserCall& call) const {
  return std::any_of(call.events.begin(), call.events.end(), [&](std::size_t i) { return matters(i); });
}

}  // namespace heddle
