// Names and places: how addresses, sites and recorded stacks become words. Used by describe.cpp, explain.cpp and
// interleaving.cpp.
//
// A place comes from the recorded call stack where there is one and from the site otherwise. The site is exact about
// line and column (optimised code may blur them), so it replaces the frame of the stack that it belongs to.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "model/address_space.h"
#include "report/describe.h"

namespace heddle {
namespace {

bool known(const SourcePosition& p) { return p.line != 0; }

// Frames beyond the thread's first function belong to the tool or to the C library and have no source.
void drop_unknown_tail(std::vector<SourcePosition>& frames) {
  while (frames.size() > 1 && !known(frames.back())) frames.pop_back();
}

std::string value_text(const RecordedEvent& event) {
  if (!event.has_value) return {};
  const unsigned bits = event.operation.width * 8u;
  std::int64_t value = static_cast<std::int64_t>(event.value);
  if (bits > 0 && bits < 64) value = static_cast<std::int64_t>(event.value << (64 - bits)) >> (64 - bits);
  if (value >= -99999999 && value <= 99999999) return fmt::format(" = {}", value);
  return fmt::format(" = {:#x}", event.value);
}

const char* order_text(const Operation& operation) {
  if (traits(operation.kind).order == Ordering::Fixed) return "";
  switch (operation.order) {
    case MemoryOrder::Relaxed:
      return " (relaxed)";
    case MemoryOrder::Acquire:
      return " (acquire)";
    case MemoryOrder::Release:
      return " (release)";
    case MemoryOrder::AcquireRelease:
      return " (acq_rel)";
    case MemoryOrder::SequentiallyConsistent:
      return "";
  }
  return "";
}

// State that models keep is looked at or changed, and locked for that while nobody else runs (machine/state.cpp).
const char* verb_for_state(OperationKind kind) { return kind == OperationKind::RwReadLock ? "look at {}" : "use {}"; }

}  // namespace

std::string short_position(const SourcePosition& position) {
  return position.line == 0 ? position.file : fmt::format("{}:{}", position.file, position.line);
}

Place Describer::place(SiteId site, const std::vector<std::uintptr_t>& stack) const {
  std::vector<SourcePosition> frames;
  if (in.image.symbolise)
    for (const std::uintptr_t address : stack)
      for (SourcePosition& frame : in.image.symbolise(address)) frames.push_back(std::move(frame));
  drop_unknown_tail(frames);

  const std::vector<SourcePosition>& exact = in.image.sites[site].frames;
  if (known(exact.front())) {
    auto same = std::find_if(frames.begin(), frames.end(), [&](const SourcePosition& f) {
      return f.function == exact.front().function && f.file == exact.front().file;
    });
    if (same == frames.end())  // debug info may spell the function differently
      same = std::find_if(frames.begin(), frames.end(), [&](const SourcePosition& f) {
        return f.line == exact.front().line && f.file == exact.front().file;
      });
    // The stack goes on where the frames that the site knows end. Not found: rather a frame twice than one too few,
    // the optimiser may have put the user's function and everything it calls behind one return address.
    const std::size_t skip = same == frames.end() ? 0 : static_cast<std::size_t>(same - frames.begin()) + exact.size();
    frames.erase(frames.begin(), frames.begin() + static_cast<std::ptrdiff_t>(std::min(skip, frames.size())));
    frames.insert(frames.begin(), exact.begin(), exact.end());
  }
  if (frames.empty()) frames = exact;

  auto user = std::find_if(frames.begin(), frames.end(), [](const SourcePosition& f) { return !f.system && known(f); });
  if (user == frames.end()) user = std::find_if(frames.begin(), frames.end(), known);
  if (user == frames.end()) user = frames.begin();
  return {*user, {frames.begin(), user}, {user + 1, frames.end()}};
}

SourcePosition Describer::position_of(const RecordedEvent& event) const {
  return place(event.operation.site, event.stack).position;
}

std::string Describer::thread(ThreadId t) const {
  return t.index() < in.names.size() ? in.names.name(t) : fmt::format("thread {}", t.value);
}

std::string Describer::variable(Address address, SiteId site, const RecordedEvent* at) const {
  if (at != nullptr)
    for (const StackName& then : at->on_stack)
      if (then.address == address) return in.image.variables.path(then.variable, then.offset);
  // A local that lives in a register has no address.
  std::string name = address ? in.addresses.name(address).variable : std::string();
  if (name.empty()) name = in.image.sites[site].expression;
  return name.empty() ? fmt::format("address {:#x}", address) : name;
}

std::vector<std::string> Describer::locks_at(const RecordedEvent& event) const {
  std::vector<std::string> names;
  for (const ObjectId id : event.held) {
    std::string name = variable(in.address_of(id), {}, &event);
    if (std::find(event.read_locks.begin(), event.read_locks.end(), id) != event.read_locks.end()) name += kForReading;
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(std::move(name));
  }
  return names;
}

std::vector<std::string> Describer::lock_names(const std::vector<ObjectId>& held) const {
  std::vector<std::string> names;
  for (const ObjectId id : held) {
    std::string name = variable(in.address_of(id));
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(std::move(name));
  }
  return names;
}

std::string Describer::created_at(ThreadId t) const {
  for (const RecordedEvent& event : in.recording.recorder.events)
    if (event.operation.kind == OperationKind::ThreadCreate && event.operation.object == t.value && t != kMainThread)
      return fmt::format("created by {} at {}", thread(event.thread), short_position(position_of(event)));
  return {};
}

std::string Describer::phrase(const Operation& operation, const RecordedEvent* at) const {
  const OperationTraits& kind = traits(operation.kind);
  const char* const verb = is_process_state(operation.object) ? verb_for_state(operation.kind) : kind.verb;
  const std::string first = kind.object == Operand::Thread
                                ? thread(ThreadId(static_cast<std::uint16_t>(operation.object)))
                                : variable(operation.object, operation.site, at);
  const std::string second = has_mutex(operation.kind) ? variable(operation.argument, {}, at) : std::string{};
  return fmt::format(fmt::runtime(verb), first, second) + order_text(operation);
}

namespace {

// The name that the program gave, from its memory.
std::string label_text(Address name) {
  const char* text = reinterpret_cast<const char*>(name);
  return fmt::format("\"{}\"", std::string(text, strnlen(text, 60)));
}

}  // namespace

std::string Describer::phrase(const RecordedEvent& event) const {
  const OperationTraits& kind = traits(event.operation.kind);
  if (event.blocked) return "waits: " + phrase(event.operation, &event);
  if (event.result != 0 && kind.failed != nullptr)
    return fmt::format(fmt::runtime(kind.failed), variable(event.operation.object, event.operation.site, &event),
                       variable(event.operation.argument, {}, &event));
  if (event.result != 0 && kind.result == ResultMeans::Error)
    return fmt::format("{}: error {}", phrase(event.operation, &event), event.result);
  if (event.operation.kind == OperationKind::Choose) return fmt::format("choose {}", event.result);
  if (event.operation.kind == OperationKind::AtomicSection && event.operation.argument > 1)
    return fmt::format("choose {}", event.result);
  if (event.operation.kind == OperationKind::Label) return "label " + label_text(event.operation.object);
  if (event.freed) return variable(event.operation.object, event.operation.site, &event) + " freed";
  return phrase(event.operation, &event) + value_text(event);
}

std::optional<std::size_t> Describer::find_access(const Access& access, std::size_t before) const {
  const std::vector<RecordedEvent>& events = in.recording.recorder.events;
  std::optional<std::size_t> other_site;
  for (std::size_t i = std::min(before, events.size()); i-- > 0;) {
    const RecordedEvent& event = events[i];
    if (event.thread != access.thread || event.blocked) continue;
    const bool overlaps = event.operation.object < access.address + std::max<std::uint64_t>(access.size, 1) &&
                          access.address < event.operation.object + std::max<unsigned>(event.operation.width, 1);
    if (event.operation.site == access.site && (overlaps || !is_memory_access(event.operation.kind))) return i;
    if (!other_site && overlaps && is_memory_access(event.operation.kind) &&
        (may_write(event.operation.kind) || !is_write(access.kind)))
      other_site = i;
  }
  return other_site;
}

}  // namespace heddle
