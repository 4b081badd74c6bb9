// Writes an execution down as a trace that heddle trace reads (docs/guide/trace.md): the very stream of events that the
// detectors get, with addresses and sizes, source names and source lines; so every detector finds in the file what it
// would have found in the run.
//
// A line is written when the next event comes, because two things are known only then: where a synchronisation
// operation stands in the source (it has been performed after its edges), and whether an atomic write is a store, a
// read-modify-write or only what a lock does to its own bytes.
//
// Main functions: access, order, flush.
#pragma once
#include <cstdint>
#include <cstdio>
#include <map>
#include <optional>
#include <string>

#include "detect/events.h"
#include "detect/race_detector.h"
#include "sync/world.h"
#include "trace/line.h"

namespace heddle::trace {

// What the events do not tell; whoever runs the program knows it.
class Surroundings {
 public:
  virtual ~Surroundings() = default;
  virtual const sync::World& world() const = 0;
  virtual std::string thread(ThreadId) const = 0;
  virtual std::string variable(Address) const = 0;  // at this moment
  // "a.c:12": the site, by way of the calls that have led the thread there. Empty: unknown.
  virtual std::string place(SiteId, ThreadId) = 0;
};

class Writer final : public AccessObserver, public ProgramObserver {
 public:
  // `source`: of which program, for the first line.
  Writer(std::FILE* out, const std::string& source, Surroundings& surroundings);
  // Writes the line that waits for its end.
  void flush();

  void running(ThreadId t) override { running_ = t; }  // whose storage begins, whose objects end
  void fork(ThreadId parent, ThreadId child) override;
  void join(ThreadId joiner, ThreadId finished) override;
  void order(ThreadId, const Edge&) override;
  void forget(ObjectId) override;
  void copy(ObjectId, ObjectId) override {}  // a trace names atomics by their bytes
  void fresh(Address, std::uint64_t size) override;
  void new_interval() override {}
  void access(const Access&) override;

  void arrived(ThreadId t, const Operation& op, bool blocks) override {
    if (blocks) note_place(t, op);
  }
  void performed(ThreadId t, const Operation& op, std::int64_t) override { note_place(t, op); }
  void crashed(ThreadId t) override { note_place(t, {}); }
  void accessed(const Access&) override {}  // access() follows
  void allocated(Address) override {}       // so does fresh()
  void variable_begins(Address, std::uint64_t, std::uint32_t) override {}

 private:
  struct Waiting {  // a line that is not complete yet
    ThreadId thread;
    Action action{};
    std::string operand;
    std::string location;
    bool located = false;  // by the first operation of its thread since it began
    bool has_order = false;
    MemoryOrder order{};
    Address address = 0;  // of an atomic write that may get an order yet
  };
  struct Loaded {
    ThreadId thread;
    MemoryOrder order;
  };

  Waiting& begin(ThreadId, Action, std::string operand);
  void finish_atomic(const Edge&);
  void note_place(ThreadId, const Operation&);
  sync::ObjectKind kind_of(ObjectId) const;
  Action learning(ThreadId, ObjectId) const;
  Action publishing(ObjectId) const;
  std::string object_text(ObjectId) const;
  std::string bytes_text(Address, std::uint64_t size);

  std::FILE* const out_;
  Surroundings& around_;
  std::optional<Waiting> waiting_;
  std::optional<Loaded> loaded_;               // an atomic read whose access comes next
  ThreadId running_;
  std::map<Address, std::string> heap_names_;  // until the storage is given out anew
  std::map<std::uint16_t, std::string> last_places_;
};

}  // namespace heddle::trace
