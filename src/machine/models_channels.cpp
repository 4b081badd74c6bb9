// What the models of channels and files (src/library/world.h) need of the machine: their operations, which are
// scheduling points; the happens-before edges of what is handed over; the accesses to the user's buffers; memory of
// their own.
//
// An operation is published and, once its thread is chosen, the model goes on in C: up to the next operation or
// announced access no other thread runs. So the model's own memory, which no hook sees, is changed atomically.
//
// Loops: an operation that found nothing to do has only looked (note_read of the word it looked at). One that would
// change something is an attempt: the model says whether it did (rt_world_has_effect), so that a loop around a call
// that fails waits for what the call looked at. What a round changes and takes back (a descriptor that it opens and
// closes) are toggles (restless.cpp). All else is an effect.
#include <errno.h>
#include <string.h>
#include <sys/types.h>

#include <algorithm>
#include <map>
#include <string>

#include "machine/announce.h"
#include "machine/models.h"

using namespace heddle;

namespace heddle {
namespace {

// Not undone: the same address is given to the same object again when a schedule is repeated, and only reports look.
std::map<Address, std::string> channel_names;

Operation channel_operation(const Call& call, OperationKind kind, Address object, Address argument = 0) {
  Operation op;
  op.kind = kind;
  op.site = call.site();
  op.object = object;
  op.id = engine->world.object_at(object);
  op.argument = argument;
  return op;
}

// A descriptor, or their numbers, of a process that has one thread: threads that it starts later come after.
bool concerns_nobody_else(const Operation& op) {
  constexpr Address kNamesOfTheKernel = kFileObject - 16;
  return engine->several() && op.object >= kWorldObject && op.object < kNamesOfTheKernel && engine->alone_in_process();
}

void perform(const Operation& op) {
  if (!engine->alone() && !engine->quiet && !concerns_nobody_else(op)) engine->visible(op);
}

Address address_of(const void* p) { return reinterpret_cast<Address>(p); }

}  // namespace

std::string name_of_channel(Address a) {
  if (a == kFileObject - 16) return "the names of shared memory and semaphores";
  if (a >= kWorldObject && a < kFileObject) {
    const Address place = (a - kWorldObject) % kDescriptorStride;
    const auto& processes = engine->image.processes;
    const std::string whose = processes.empty() ? "" : " of " + processes[(a - kWorldObject) / kDescriptorStride].name;
    return (place == 0 ? "the numbers of descriptors" : "descriptor " + std::to_string(place / kChannelWidth - 1)) +
           whose;
  }
  if (engine->several() && a >= engine->image.globals_begin && a < engine->image.processes[0].globals_begin)
    return "names that processes share";
  const auto known = channel_names.find(a);
  if (known != channel_names.end()) return known->second;
  return is_world_object(a) ? "a file" : "";
}

void name_channel(Address a, std::string name) { channel_names.insert_or_assign(a, std::move(name)); }

bool Engine::one_is_set(std::uint64_t words) const {
  for (const auto& [address, width] : byte_sets[words])
    if (is_set(address)) return true;
  return false;
}

}  // namespace heddle

extern "C" {

// ---- operations ----

// 1: there is something to send to or receive from; 0: there is not (only if it tries).
static int exchange(OperationKind kind, void* channel, const std::uint32_t* ready, int tries) {
  const Call call = Call::with(channel, ready, tries);
  Operation op = channel_operation(call, kind, address_of(channel), tries ? 0 : address_of(ready));
  SpinRound& round = engine->spin_round(engine->current);
  if (!engine->alone() || (!tries && *ready == 0) || engine->image.cancels_threads) cancellation_point(op);
  if (*ready == 0) {
    note_read(round, address_of(ready), sizeof *ready, 0);
    heddle_call_site = kNoCallSite;
    return 0;
  }
  note_effect(round);
  return 1;
}
int rt_world_sends(void* channel, const std::uint32_t* ready, int tries) {
  return exchange(OperationKind::ChannelSend, channel, ready, tries);
}
int rt_world_receives(void* channel, const std::uint32_t* ready, int tries) {
  return exchange(OperationKind::ChannelReceive, channel, ready, tries);
}
// Blocks until one of the words is not zero.
void rt_world_polls(const std::uint32_t* const* ready, std::size_t count) {
  Call call = Call::with();  // what it waits for is in the operation
  call.changes_nothing();
  Operation op;
  op.kind = OperationKind::ChannelPoll;
  op.site = call.site();
  {
    ByteSets::Bytes words;
    for (std::size_t i = 0; i < count; i++) words.emplace_back(address_of(ready[i]), sizeof *ready[i]);
    std::sort(words.begin(), words.end());
    words.erase(std::unique(words.begin(), words.end()), words.end());
    op.argument = engine->byte_sets.intern(std::move(words));
  }
  cancellation_point(op);
}
// A loop around the call waits for a change of the word, by an operation on the object.
static void look_at_word(const void* object, const void* word, std::size_t width) {
  SpinRound& round = engine->spin_round(engine->current);
  const std::uint64_t value = read_value(address_of(word), static_cast<std::uint32_t>(width));
  note_read_of(round, address_of(object), address_of(word), width, value);
  heddle_call_site = kNoCallSite;
}
void rt_world_looks(const void* object, const void* word, std::size_t width) {
  const Call call = Call::with(object, word, width);
  perform(channel_operation(call, OperationKind::ObjectLook, address_of(object)));
  look_at_word(object, word, width);
}
// More of what the last operation, on that object, looked at.
void rt_world_sees(const void* object, const void* bytes, std::size_t size) {
  Call call;
  call.changes_nothing();
  constexpr std::size_t kMost = 64;
  SpinRound& round = engine->spin_round(engine->current);
  if (size > kMost) return note_effect(round);
  for (std::size_t done = 0; done < size; done += 8)
    look_at_word(object, static_cast<const char*>(bytes) + done, std::min<std::size_t>(8, size - done));
}
void rt_world_has_effect() {
  Call call;
  call.changes_nothing();
  note_effect(engine->spin_round(engine->current));
}
// A word that the caller changes now, in an operation on that object, and may soon change back.
void rt_world_toggles(const void* object, const void* word) {
  Call call;
  call.changes_nothing();
  note_write_of(engine->spin_round(engine->current), address_of(object), address_of(word), 8,
                read_value(address_of(word), 8));
}
static void attempt(OperationKind kind, const void* object, const void* other) {
  const Call call = Call::with(object, other);
  perform(channel_operation(call, kind, address_of(object), address_of(other)));
  heddle_call_site = kNoCallSite;
}
void rt_world_attempts(const void* object, const void* word, std::size_t width) {
  attempt(OperationKind::ObjectChange, object, nullptr);
  look_at_word(object, word, width);
}
void rt_world_attempts_close(const void* slot, const void* numbers) {
  attempt(OperationKind::DescriptorClose, slot, numbers);
}
void rt_world_attempts_read(const void* position, const void* file) {
  attempt(OperationKind::FileRead, position, file);
}
static void change(OperationKind kind, const void* object, const void* other) {
  const Call call = Call::with(object, other);
  perform(channel_operation(call, kind, address_of(object), address_of(other)));
  note_effect(engine->spin_round(engine->current));
}
// The model says what it sees then.
void rt_world_looks_up(const void* name, const void* structure) { attempt(OperationKind::NameLook, name, structure); }
// Attempts, all of them.
void rt_world_changes_name(const void* name, const void* list) { attempt(OperationKind::NameChange, name, list); }
void rt_world_changes_names(const void* structure, const void* list) {
  attempt(OperationKind::NamesChange, structure, list);
}
void rt_world_changes(const void* object) { change(OperationKind::ObjectChange, object, nullptr); }
void rt_world_closes(const void* slot, const void* numbers) { change(OperationKind::DescriptorClose, slot, numbers); }
void rt_world_writes_file(const void* position, const void* file) { change(OperationKind::FileWrite, position, file); }

// ---- what is handed over ----
static void edge(EdgeKind kind, const void* message) {
  ToolScope tool;
  const ObjectId id = engine->world.object_at(address_of(message));
  engine->order(engine->current, Edge{kind, MemoryOrder::SequentiallyConsistent, id});
  heddle_call_site = kNoCallSite;  // what it is handed over by is the effect
}
void rt_world_hands_over(const void* message) { edge(EdgeKind::Release, message); }
void rt_world_takes_over(const void* message) { edge(EdgeKind::Acquire, message); }

// ---- the user's memory ----
void rt_world_uses(const void* p, std::size_t n, int writes_it) {
  if (n == 0) return;
  Call call;
  call.changes_nothing();
  engine->must_be_usable(address_of(p), n, writes_it != 0);
  writes_it ? writes(p, n, call.site()) : reads(p, n, call.site());
}
std::size_t rt_world_text(const char* text) {  // reads it; its length
  Call call;
  call.changes_nothing();
  engine->must_be_usable(address_of(text), 1, false);
  const std::size_t n = std::strlen(text);
  reads(text, n + 1, call.site());
  return n;
}

// ---- memory of the models ----
void* rt_world_allocate(std::size_t size) {
  Call call;
  call.changes_nothing();  // or the round says so itself (round_blocks.cpp)
  void* p = engine->heap.lend(engine->current, size, call.site());
  if (!p) engine->refuse("a model of a file or channel has no memory left");
  note_allocated(engine->spin_round(engine->current), address_of(p));
  std::memset(p, 0, size);
  engine->observers.fresh(address_of(p), size);
  engine->observers.allocated(address_of(p));
  return p;
}
// Whole pages that all processes may use. With one process they are its own.
void* rt_world_allocate_shared(std::size_t size) {
  Call call;
  const ThreadId whose = engine->several() ? kMainThread : engine->current;
  if (engine->several() && size >= 4096) engine->assume(Assumption::SharedMemory);
  void* p = engine->heap.allocate(whose, size, 4096, call.site(), Allocator::Malloc);
  if (!p) engine->refuse("shared memory of that size");
  std::memset(p, 0, size);
  engine->observers.fresh(address_of(p), size);
  engine->observers.allocated(address_of(p));
  return p;
}
void rt_world_new_semaphore(void* semaphore, unsigned value) {
  Call call;
  Operation op = channel_operation(call, OperationKind::SemInit, address_of(semaphore), value);
  engine->immediate(op);
}
void rt_world_frees(void* p) {
  Call call;
  program_free(p, SiteId(0));
}
// What only the calling thread has ever known of. If it allocated that in this round of a loop nothing is left of it.
void rt_world_gives_back(void* p) {
  Call call;
  call.changes_nothing();
  const Address a = address_of(p);
  const BlockHeader* const block = engine->heap.block_at(p);
  note_freed(engine->spin_round(engine->current), a);
  engine->objects_end(a, block->size, call.site());
  engine->heap.give_back(engine->current, p);
  if (engine->wants(BugKind::Memory)) engine->observers.fresh(a, block->size);
}
// It stays, and what it held is nobody's business any more.
void rt_world_renews(void* p) {
  Call call;
  call.changes_nothing();
  const Address a = address_of(p);
  const std::uint64_t size = engine->heap.block_at(p)->size;
  engine->objects_end(a, size, call.site());
  engine->observers.fresh(a, size);
}
void rt_world_names(const void* object, const char* name) {
  ToolScope tool;
  heddle_call_site = kNoCallSite;
  name_channel(address_of(object), name);
}

// Asking for it takes no time, unlike a clock that the program reads.
std::int64_t rt_world_time() {
  Call call;
  call.changes_nothing();
  return clock_milliseconds();
}
// Was it allocated by the calling thread?
int rt_world_is_own(const void* p) { return heap_owner(address_of(p)) == engine->current; }
// The object of the operation that began this step; null: no other thread of its process could use a descriptor.
const void* rt_world_last_object() {
  if (engine->alone() || engine->quiet || (engine->several() && engine->alone_in_process())) return nullptr;
  return reinterpret_cast<const void*>(engine->transition.operation.object);  // NOLINT(performance-no-int-to-ptr)
}
int rt_world_lossy() { return engine->options.lossy; }
void rt_world_sleeps(long seconds, long nanoseconds) {
  Call call;
  call.changes_nothing();
  clock_advances({seconds, nanoseconds});
}

// In a program that opens no file there is none to map (ir/library_bitcode.cpp).
int rt_world_maps(int, int, off_t, void*, std::size_t) {
  ToolScope tool;
  errno = EBADF;
  return -1;
}

void* rt_world_maps_shared(int, std::size_t, off_t) { return nullptr; }
int rt_world_unmaps(void*) { return 0; }

// The process is ended by a signal that nobody handles.
void rt_world_signal(int number, const char* why) {
  Call call;
  Failure failure(BugKind::Crash, engine->current, call.site(), 0, why);
  failure.signal = std::string("SIG") + sigabbrev_np(number);
  engine->fail(std::move(failure));
}
}
