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
#include "report/user_calls.h"

namespace heddle {
namespace {

bool known(const SourcePosition& p) { return p.line != 0; }

// Frames beyond the thread's first function belong to the tool or to the C library and have no source.
void drop_unknown_tail(std::vector<SourcePosition>& frames) {
  while (frames.size() > 1 && !known(frames.back())) frames.pop_back();
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

Place find_place(const Image& image, SiteId site, const std::vector<std::uintptr_t>& stack) {
  std::vector<SourcePosition> frames;
  if (image.symbolise)
    for (const std::uintptr_t address : stack)
      for (SourcePosition& frame : image.symbolise(address)) frames.push_back(std::move(frame));
  drop_unknown_tail(frames);

  const std::vector<SourcePosition>& exact = image.sites[site].frames;
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

// State that models keep is looked at or changed, and locked for that while nobody else runs (machine/state.cpp).
const char* verb_for_state(OperationKind kind) { return kind == OperationKind::RwReadLock ? "look at {}" : "use {}"; }

}  // namespace

bool is_framework(const SourcePosition& position) {
  return position.function.starts_with("testing::") || position.function.starts_with("Catch::") ||
         position.file.starts_with("/usr/src/");
}

std::string short_position(const SourcePosition& position) {
  return position.line == 0 ? position.file : fmt::format("{}:{}", position.file, position.line);
}

const Place& Describer::place(SiteId site, const std::vector<std::uintptr_t>& stack) const {
  const auto [known_place, fresh] = places_.try_emplace({site.value, stack});
  if (fresh) known_place->second = find_place(in.image, site, stack);
  return known_place->second;
}

SourcePosition Describer::position_of(const RecordedEvent& event) const {
  return place(event.operation.site, event.stack).position;
}

std::string Describer::thread(ThreadId t) const {
  return t.index() < in.names.size() ? in.names.name(t) : fmt::format("thread {}", t.value);
}

const AddressName& Describer::name(Address address) const {
  const auto [entry, fresh] = address_names_.try_emplace(address);
  if (fresh) entry->second = in.addresses.name(address);
  return entry->second;
}

bool Describer::failed_exchange(const RecordedEvent& event) const {
  const std::vector<RecordedEvent>& events = in.recording.recorder.events;
  if (event.operation.kind != OperationKind::AtomicCompareExchange) return false;
  if (!failed_) failed_ = failed_exchanges(events);
  const std::ptrdiff_t i = &event - events.data();
  return i >= 0 && i < std::ssize(events) && (*failed_)[static_cast<std::size_t>(i)];
}

std::string Describer::named(Address address, SiteId site, const RecordedEvent* at, bool for_readers) const {
  if (at != nullptr)
    for (const StackName& then : at->on_stack)
      if (then.address == address) return in.image.variables.path(then.variable, then.offset);
  // A local that lives in a register has no address.
  const Site& where = in.image.sites[site];
  const bool users = !where.frames.front().system && !where.expression.empty();
  if (address != 0) {
    const std::string& known_name = name(address).variable;
    if (for_readers && (known_name.starts_with("heap block from ") || known_name.starts_with("shared memory /"))) {
      const std::string type = by_type(address);
      // Whose members they are says more than `this`.
      const bool better = users && (type.empty() || where.expression.find("this->") > 1);
      if (better) return where.expression;
      if (!type.empty()) return type;
    }
    if (!known_name.empty()) return known_name;
  }
  const std::string& expression = where.expression;
  return expression.empty() ? fmt::format("address {:#x}", address) : expression;
}

std::string Describer::variable(Address address, SiteId site, const RecordedEvent* at) const {
  return named(address, site, at, false);
}

std::string Describer::shown(Address address, SiteId site, const RecordedEvent* at) const {
  return named(address, site, at, true);
}

// Objects of one kind are numbered in the order of their addresses, which is that in which a thread allocates them; 0:
// there is no other. Those count that synchronisation objects lie in, and what the bug is about.
unsigned Describer::number_of(const AddressName& which) const {
  if (!blocks_) {
    blocks_.emplace();
    const auto add = [&](Address address) {
      if (!in_heap(address)) return;
      const AddressName& known_name = name(address);
      if (known_name.allocates == 0) return;
      std::vector<Address>& list = (*blocks_)[known_name.allocates];
      const auto at = std::lower_bound(list.begin(), list.end(), known_name.block);
      if (at == list.end() || *at != known_name.block) list.insert(at, known_name.block);
    };
    for (const RecordedEvent& event : in.recording.recorder.events) {
      if (operand_of(event.operation.kind) != Operand::Thread) add(event.operation.object);
      if (has_mutex(event.operation.kind)) add(event.operation.argument);
    }
    for (const FinalThread& t : in.recording.threads) {
      for (const Address lock : t.holds) add(lock);
      if (operand_of(t.operation.kind) != Operand::Thread) add(t.operation.object);
    }
    add(in.failure.address);
  }
  const std::vector<Address>& list = (*blocks_)[which.allocates];
  const auto at = std::find(list.begin(), list.end(), which.block);
  return list.size() < 2 || at == list.end() ? 0 : static_cast<unsigned>(at - list.begin()) + 1;
}

std::string Describer::by_type(Address address, bool whole) const {
  if (!in_heap(address)) return {};
  const AddressName& known_name = name(address);
  if (known_name.allocates == 0) return {};
  const unsigned number = number_of(known_name);
  const std::string object = number == 0 ? std::string{} : fmt::format("#{}", number);
  const std::string part =
      in.image.variables.part_of_block(known_name.allocates, known_name.block_size, address - known_name.block, object);
  if (!whole) return part;
  const std::string root = in.image.variables.allocated(known_name.allocates).name + object;
  const std::size_t at = part.find(root);
  return at == std::string::npos ? part : part.substr(0, at + root.size());
}

std::string Describer::described(Address address, SiteId site) const {
  const std::string type = by_type(address);
  return type.empty() ? shown(address, site) : fmt::format("{} (allocated at {})", type, name(address).allocated_at);
}

bool Describer::is_reserved(Address address) const {
  if (address == 0) return false;
  const std::string& text = name(address).variable;
  return text.starts_with("std::") || text.starts_with("__") || text.starts_with("_S_") ||
         text.find("::__") != std::string::npos || is_process_state(address);
}

std::vector<std::string> Describer::locks_at(const RecordedEvent& event, bool for_readers) const {
  std::vector<std::string> names;
  for (const ObjectId id : event.held) {
    const Address lock = in.address_of(id);
    if (for_readers && is_process_state(lock)) continue;  // held for a moment in which nobody else runs
    std::string text = named(lock, {}, &event, for_readers);
    if (std::find(event.read_locks.begin(), event.read_locks.end(), id) != event.read_locks.end()) text += kForReading;
    if (std::find(names.begin(), names.end(), text) == names.end()) names.push_back(std::move(text));
  }
  return names;
}

std::vector<std::string> Describer::locks_at(const RecordedEvent& event) const { return locks_at(event, false); }
std::vector<std::string> Describer::shown_locks_at(const RecordedEvent& event) const { return locks_at(event, true); }

std::vector<std::string> Describer::lock_names(const std::vector<ObjectId>& held) const {
  std::vector<std::string> names;
  for (const ObjectId id : held) {
    std::string name = variable(in.address_of(id));
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(std::move(name));
  }
  return names;
}

std::string Describer::created_at(ThreadId t) const {
  for (const RecordedEvent& event : in.recording.recorder.events) {
    if (event.operation.kind != OperationKind::ThreadCreate || event.operation.object != t.value || t == kMainThread)
      continue;
    const SourcePosition position = position_of(event);
    if (position.line == 0) return {};  // the main thread of one of several processes
    return fmt::format("created by {} at {}", thread(event.thread), short_position(position));
  }
  return {};
}

std::string Describer::object(const Operation& operation, const RecordedEvent* at, bool for_readers) const {
  switch (operand_of(operation.kind)) {
    case Operand::Nothing:
    case Operand::Text:
      return {};
    case Operand::Thread:
      return thread(ThreadId(static_cast<std::uint16_t>(operation.object)));
    default:
      return named(operation.object, operation.site, at, for_readers);
  }
}

std::string Describer::value(const RecordedEvent& event) const {
  if (!event.has_value) return {};
  const unsigned bits = event.operation.width * 8u;
  std::int64_t value = static_cast<std::int64_t>(event.value);
  if (bits > 0 && bits < 64) value = static_cast<std::int64_t>(event.value << (64 - bits)) >> (64 - bits);
  if (value >= -99999999 && value <= 99999999) return std::to_string(value);
  return fmt::format("{:#x}", event.value);
}

std::string Describer::phrase(const Operation& operation, const RecordedEvent* at, bool for_readers) const {
  const OperationTraits& kind = traits(operation.kind);
  const char* const verb = is_process_state(operation.object) ? verb_for_state(operation.kind) : kind.verb;
  if (operation.kind == OperationKind::OnceEnter && operation.object >= kExitObject) return "the end of the process";
  const std::string first = object(operation, at, for_readers);
  if (operation.kind == OperationKind::StorageEnd && in_stacks(operation.object)) return "end of scope of " + first;
  const bool has_second =
      has_mutex(operation.kind) || kind.argument == ArgumentIs::LookedAt || kind.argument == ArgumentIs::Changed;
  const std::string second = has_second ? named(operation.argument, {}, at, for_readers) : std::string{};
  return fmt::format(fmt::runtime(verb), first, second) + order_text(operation);
}

namespace {

// The name that the program gave, from its memory.
std::string label_text(Address name) {
  const char* text = reinterpret_cast<const char*>(name);
  return fmt::format("\"{}\"", std::string(text, strnlen(text, 60)));
}

}  // namespace

std::string Describer::phrase(const RecordedEvent& event, bool for_readers) const {
  const OperationTraits& kind = traits(event.operation.kind);
  const auto named_object = [&] { return named(event.operation.object, event.operation.site, &event, for_readers); };
  if (event.blocked) return "waits: " + phrase(event.operation, &event, for_readers);
  if (event.result != 0 && kind.failed != nullptr)
    return fmt::format(fmt::runtime(kind.failed), named_object(),
                       named(event.operation.argument, {}, &event, for_readers));
  if (event.result != 0 && kind.result == ResultMeans::Error)
    return fmt::format("{}: error {}", phrase(event.operation, &event, for_readers), event.result);
  if (event.operation.kind == OperationKind::Choose) return fmt::format("choose {}", event.result);
  if (event.operation.kind == OperationKind::AtomicSection && event.operation.argument > 1)
    return fmt::format("choose {}", event.result);
  if (event.operation.kind == OperationKind::ProcessCrash)
    return fmt::format("process {} is killed", in.image.processes[event.operation.argument].name);
  if (event.operation.kind == OperationKind::Label) return "label " + label_text(event.operation.object);
  if (event.freed && in_stacks(event.operation.object)) return "end of scope of " + named_object();
  if (event.freed) {
    const std::string type = for_readers ? by_type(event.operation.object, true) : std::string{};
    return type.empty() ? named_object() + " freed" : "free " + type;
  }
  const std::string now = value(event);
  return phrase(event.operation, &event, for_readers) + (now.empty() ? "" : " = " + now);
}

std::string Describer::words(const RecordedEvent& event) const {
  const Place& where = place(event.operation.site, event.stack);
  const OperationKind kind = event.operation.kind;
  if (event.blocked && spins(event.operation)) return "spins";
  if (event.blocked) return "waits " + awaited(event.operation, where, &event);
  const bool plain = is_plain_access(kind) || kind == OperationKind::ThreadCreate || kind == OperationKind::Join ||
                     kind == OperationKind::ThreadExit || kind == OperationKind::ProcessCrash;
  if (plain || speaks_for_itself(where)) return phrase(event, true);
  std::string text = call_text(where, source);
  if (may_write(kind) && has_count(where)) text += ", now " + value(event);
  return text;
}

std::string Describer::words(const FinalThread& t) const {
  if (spins(t.operation)) return "spins";
  return "waits " + awaited(t.operation, place(t.operation.site, t.stack), nullptr);
}

// What follows "waits".
std::string Describer::awaited(const Operation& operation, const Place& where, const RecordedEvent* at) const {
  if (operation.kind == OperationKind::Join)
    return "for " + thread(ThreadId(static_cast<std::uint16_t>(operation.object)));
  if (!speaks_for_itself(where)) return "in " + call_text(where, source);
  switch (waits_of(operation.kind)) {
    case Waits::ForMutex:
    case Waits::ForCount:
    case Waits::ForInitialiser:
      return "for " + object(operation, at, true);
    case Waits::ToRead:
      return fmt::format("for {} to read", object(operation, at, true));
    case Waits::ToWrite:
      return fmt::format("for {} to write", object(operation, at, true));
    case Waits::ForWakeUp:
    case Waits::ForWakeUpAndMutex:
    case Waits::ForGeneration:
      return "on " + object(operation, at, true);
    default:
      return "to " + phrase(operation, at, true);
  }
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
