// Full detail of one execution, for reports: every event with its call stack and value. Filled while a schedule is
// replayed; never during a search.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "model/operation.h"
#include "detect/lockset_watch.h"
#include "detect/race_detector.h"

namespace heddle {

// A byte of a local variable. Its place may be another's by the time a report is written.
struct StackName {
  Address address = 0;
  std::uint32_t variable = 0;  // in Image::variables
  std::uint64_t offset = 0;
};

struct RecordedEvent {
  std::uint32_t step = 0;  // index of the transition in the schedule it belongs to (0: before the first)
  ThreadId thread;
  Operation operation;     // visible, silent, or PlainRead / PlainWrite for an access
  bool blocked = false;    // the thread arrives here and cannot go on yet (a lock that is held)
  bool freed = false;      // the PlainWrite is the end of the storage
  int result = 0;          // of a call
  bool has_value = false;  // of a memory access up to 8 bytes: the value read or written
  std::uint64_t value = 0;
  std::vector<std::uintptr_t> stack;  // return addresses, innermost first; empty where not recorded
  std::vector<ObjectId> held;         // locks held by the thread
  std::vector<ObjectId> read_locks;   // of these, the ones held for reading
  std::vector<StackName> on_stack;    // what the objects above were at this moment, where they lie on a stack

  bool is_access() const { return is_plain_access(operation.kind); }
};

// What an address was at some moment of the recorded execution.
struct AddressName {
  std::string variable;      // "ns::obj.field[3]", "heap block from a.c:12 + 8", "local variable x of main"
  std::string allocated_at;  // heap: "a.c:12" else empty

  // Where the type of the objects in a heap block is known (VariableTable::part_of_block):
  std::uint32_t allocates = 0;  // Site::allocates of the allocation, otherwise 0
  Address block = 0;            // its first byte
  std::uint64_t block_size = 0;
};

class Recorder {
 public:
  // Accesses are recorded if they touch these bytes (all visible and silent operations are always recorded).
  Address watch = 0;
  std::uint64_t watch_size = 0;
  bool watches(Address a, std::uint64_t size) const { return watch_size != 0 && a + size > watch && (a < watch || a - watch < watch_size); }
  std::size_t limit = 100000;  // events kept; the oldest go first

  std::vector<RecordedEvent> events;  // ThreadCreate: operation.object is the child's ThreadId
  std::size_t dropped = 0;            // older ones

  // Where the detector works by locksets: its moments are numbers of events, counted from the first, dropped or not. An
  // operation's event comes after its effect, so it is not before that moment; an access's is just before it.
  LocksetWatch locksets;
};

}  // namespace heddle
