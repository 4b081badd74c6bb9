// Lines of a trace from the events of an execution; see writer.h.
#include "trace/writer.h"

#include <fmt/format.h>

#include "model/address_space.h"

namespace heddle::trace {
namespace {

const char* order_text(MemoryOrder order) {
  static const char* const kTexts[] = {"relaxed", "acquire", "release", "acq_rel", "seq_cst"};
  return kTexts[static_cast<unsigned>(order)];
}

// The machine tells the two halves of a read-modify-write apart; seq_cst adds nothing to acquire and release here.
MemoryOrder both(MemoryOrder acquire, MemoryOrder release) {
  if (!acquires(acquire)) return release;
  return releases(release) ? MemoryOrder::AcquireRelease : acquire;
}

// A line is one line, and ")|" ends an operand.
std::string clean(std::string text) {
  for (char& c : text)
    if (c == '\n' || c == '\r') c = ' ';
  for (std::size_t at = text.find(")|"); at != std::string::npos; at = text.find(")|", at)) text.insert(at + 1, " ");
  return text;
}

}  // namespace

Writer::Writer(std::FILE* out, const std::string& source, Surroundings& surroundings)
    : out_(out), around_(surroundings) {
  fmt::print(out_, "# heddle trace 1: an execution of {}\n", source);
}

void Writer::flush() {
  if (!waiting_) return;
  Waiting& w = *waiting_;
  if (w.location.empty()) w.location = last_places_[w.thread.value];
  last_places_[w.thread.value] = w.location;
  fmt::print(out_, "{}|{}", around_.thread(w.thread), word_of(w.action));
  if (w.has_order) fmt::print(out_, ".{}", order_text(w.order));
  if (w.action != Action::Fence) fmt::print(out_, "({})", clean(w.operand));
  fmt::print(out_, "|{}\n", clean(w.location));
  waiting_.reset();
}

Writer::Waiting& Writer::begin(ThreadId t, Action action, std::string operand) {
  flush();
  waiting_ = Waiting{};
  waiting_->thread = t;
  waiting_->action = action;
  waiting_->operand = std::move(operand);
  return *waiting_;
}

// A line about an operation stands where the operation does. An access knows its place itself.
void Writer::note_place(ThreadId t, const Operation& op) {
  const bool access = op.kind == OperationKind::PlainRead || op.kind == OperationKind::PlainWrite ||
                      op.kind == OperationKind::StorageEnd;
  if (access || !waiting_ || waiting_->thread != t || waiting_->located || !waiting_->location.empty()) return;
  waiting_->located = true;
  waiting_->location = around_.place(op.site, t);
}

void Writer::fork(ThreadId parent, ThreadId child) { begin(parent, Action::Fork, around_.thread(child)); }

void Writer::join(ThreadId joiner, ThreadId finished) {
  if (joiner != finished) begin(joiner, Action::Join, around_.thread(finished));
}

void Writer::forget(ObjectId object) {
  if (object.value % sync::World::kParts == 0) begin(running_, Action::Destroy, object_text(object));
}

void Writer::fresh(Address a, std::uint64_t size) {
  heap_names_.erase(heap_names_.lower_bound(a), heap_names_.lower_bound(a + size));
  begin(running_, Action::Allocate, fmt::format("@{:#x}:{}", a, size));
}

void Writer::access(const Access& a) {
  const bool reads_too = loaded_ && loaded_->thread == a.thread && is_atomic(a.kind);
  const MemoryOrder loaded = reads_too ? loaded_->order : MemoryOrder::Relaxed;
  loaded_.reset();
  static constexpr Action kActions[] = {Action::Read, Action::Write, Action::AtomicRead, Action::AtomicWrite,
                                        Action::Free};
  Waiting& w = begin(a.thread, kActions[static_cast<unsigned>(a.kind)], bytes_text(a.address, a.size));
  w.location = around_.place(a.site, a.thread);
  if (a.kind == AccessKind::AtomicWrite) w.address = a.address;
  if (!reads_too) return;
  w.action = a.kind == AccessKind::AtomicRead ? Action::Load : Action::ReadModifyWrite;
  w.has_order = true;
  w.order = loaded;
}

void Writer::order(ThreadId t, const Edge& edge) {
  const ObjectId whole(edge.object.value - edge.object.value % sync::World::kParts);
  const bool second = edge.kind != EdgeKind::Fence && whole != edge.object;
  switch (edge.kind) {
    case EdgeKind::Lock:
      begin(t, Action::Acquire, object_text(whole));
      return;
    case EdgeKind::Unlock:
      begin(t, Action::Release, object_text(whole));
      return;
    case EdgeKind::Acquire:
      if (!second) begin(t, learning(t, whole), object_text(whole));
      return;  // a writer's lock learns from the readers by itself
    case EdgeKind::Release:
      begin(t, second ? Action::ReadRelease : publishing(whole), object_text(whole));
      return;
    case EdgeKind::ReleaseReset:
      begin(t, kind_of(whole) == sync::ObjectKind::Barrier ? Action::Arrive : Action::Republish, object_text(whole));
      return;
    case EdgeKind::AtomicLoad:
      flush();
      loaded_ = Loaded{t, edge.order};  // the access follows
      return;
    case EdgeKind::AtomicStore:
    case EdgeKind::AtomicRmw:
      finish_atomic(edge);
      return;
    case EdgeKind::Fence: {
      Waiting& w = begin(t, Action::Fence, {});
      w.has_order = true;
      w.order = edge.order;
      return;
    }
  }
}

void Writer::finish_atomic(const Edge& edge) {
  if (!waiting_ || waiting_->address != around_.world().address_of(edge.object)) return;
  Waiting& w = *waiting_;
  const bool stores = edge.kind == EdgeKind::AtomicStore;
  w.action = stores ? Action::Store : Action::ReadModifyWrite;
  w.order = stores || !w.has_order ? edge.order : both(w.order, edge.order);
  w.has_order = true;
}

sync::ObjectKind Writer::kind_of(ObjectId id) const {
  const sync::Object& o = around_.world().object(id);
  return o.kind == sync::ObjectKind::Destroyed ? static_cast<sync::ObjectKind>(o.flags) : o.kind;
}

Action Writer::learning(ThreadId t, ObjectId id) const {
  switch (kind_of(id)) {
    case sync::ObjectKind::Semaphore:
      return Action::Wait;
    case sync::ObjectKind::Barrier:
      return Action::Leave;
    case sync::ObjectKind::RwLock: {
      const sync::Object& lock = around_.world().object(id);
      if (lock.owned && lock.owner == t) return Action::Acquire;
      return around_.world().read_locks(t, id) > 1 ? Action::Learn : Action::ReadAcquire;
    }
    default:
      return Action::Learn;
  }
}

Action Writer::publishing(ObjectId id) const {
  switch (kind_of(id)) {
    case sync::ObjectKind::Semaphore:
      return Action::Post;
    case sync::ObjectKind::Barrier:
      return Action::Arrive;
    case sync::ObjectKind::RwLock:
      return Action::Release;
    default:
      return Action::Publish;
  }
}

std::string Writer::object_text(ObjectId id) const {
  const Address a = around_.world().address_of(id);
  return fmt::format("{}@{:#x}", in_program_memory(a) ? around_.variable(a) : "heddle", a);
}

std::string Writer::bytes_text(Address a, std::uint64_t size) {
  if (!in_heap(a)) return fmt::format("{}@{:#x}:{}", around_.variable(a), a, size);
  const auto [known, fresh] = heap_names_.try_emplace(a);
  if (fresh) known->second = around_.variable(a);
  return fmt::format("{}@{:#x}:{}", known->second, a, size);
}

}  // namespace heddle::trace
