// The synchronisation objects of a trace: whether what it says of them can be (one holder, who releases holds, who
// leaves a barrier has arrived, what is received was sent), and which happens-before edges each operation makes.
//
//   lock        acq, rel: Lock and Unlock, only of the outermost acquisition. racq, rrel: readers learn from writers,
//               and release into a second object, from which writers learn (as sync/rwlock.cpp does)
//   semaphore   every post before every later wait
//   barrier     arrivals of a generation before its departures. A generation is complete at its first departure, and
//               has an object of its own until its last: others may arrive and leave meanwhile
//   message     one object each, given back at receipt; of the same name the first sent is the first received
//   generic     acquire, release, reset: what a recording has for objects of other kinds
//
// Names and addresses are two name spaces; an atomic in memory shares the latter, because a lock's bytes may be both.
#pragma once
#include <array>
#include <deque>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "sync/edge.h"
#include "trace/line.h"
#include "trace/threads.h"

namespace heddle::trace {

struct Effect {
  std::array<Edge, 2> edges{};
  unsigned count = 0;
  std::array<ObjectId, 2> forgotten{};
  unsigned forgotten_count = 0;

  void add(EdgeKind kind, ObjectId object, Hold hold = Hold::None) {
    edges[count++] = Edge{kind, MemoryOrder::SequentiallyConsistent, object, hold};
  }
  void forget(ObjectId object) { forgotten[forgotten_count++] = object; }
};

class Objects {
 public:
  explicit Objects(const Threads& threads) : threads_(threads) {}

  // False: it cannot have happened, see why().
  bool apply(ThreadId, const Line&, std::uint64_t line, Effect&);
  const std::string& why() const { return why_; }

  // The object behind an atomic variable with this number, or at this address.
  ObjectId atomic(std::uint32_t variable);
  ObjectId atomic_at(Address);

  std::size_t size() const { return objects_.size(); }

 private:
  struct Reader {
    ThreadId thread;
    std::uint32_t depth;
  };
  struct Arrived {
    ThreadId thread;
    ObjectId generation;
  };
  struct Rare {
    ObjectId second;  // readers' part of a lock
    bool has_second = false;
    std::vector<Reader> readers;
    std::vector<Arrived> arrived;
    ObjectId generation;  // the last
    bool open = false;    // nobody of it has left
    std::deque<ObjectId> messages;
  };
  struct Object {
    ObjectId id;
    std::uint32_t depth = 0;  // of the holder's acquisitions; 0: free
    ThreadId holder;
    std::uint64_t since = 0;  // line
    std::unique_ptr<Rare> rare;

    Rare& more() {
      if (!rare) rare = std::make_unique<Rare>();
      return *rare;
    }
  };

  Object& object(const Operand&);
  ObjectId new_id();
  ObjectId second_of(Object& o);

  bool acquire(Object&, ThreadId, const Line&, std::uint64_t line, Effect&);
  bool release(Object&, ThreadId, const Line&, Effect&);
  bool read_acquire(Object&, ThreadId, const Line&, Effect&);
  bool read_release(Object&, ThreadId, const Line&, Effect&);
  bool arrive(Object&, ThreadId, const Line&, Effect&);
  bool leave(Object&, ThreadId, const Line&, Effect&);
  bool receive(Object&, const Line&, Effect&);
  void destroy(Object&, Effect&);
  bool fail(std::string message) {
    why_ = std::move(message);
    return false;
  }
  std::string held_by(const Object&) const;

  const Threads& threads_;
  NameTable names_;
  std::vector<std::uint32_t> by_name_;  // number of a name -> index of the object
  std::unordered_map<Address, std::uint32_t> by_address_;
  std::vector<Object> objects_;
  std::vector<ObjectId> atomics_;  // by variable; ~0: none yet
  std::vector<ObjectId> free_;     // of messages received and generations left
  std::uint32_t ids_ = 0;
  std::string why_;
};

}  // namespace heddle::trace
