// What happens in an execution, said once. The machine tells it; whoever follows the execution implements one of the
// interfaces below and is added to the Observers (observers.h), beside the others and never around them.
//
//   OrderEvents       what orders accesses, and what they are about: heard by detectors and by access observers
//   RaceDetector      these, and every access, which it answers with a race or nothing (race_detector.h)
//   AccessObserver    these, and every access
//   ProgramObserver   what the program does in terms of its source: operations, its own plain accesses, storage
//
// An observer subscribes by the interfaces that it implements. No event has a body here: an event that is added does
// not compile until every observer says what it makes of it, be it nothing.
#pragma once
#include <cstdint>

#include "model/ids.h"
#include "model/operation.h"
#include "sync/edge.h"

namespace heddle {

struct Access;

class OrderEvents {
 public:
  virtual ~OrderEvents() = default;

  // From now on the events are this thread's.
  virtual void running(ThreadId) = 0;
  virtual void fork(ThreadId parent, ThreadId child) = 0;
  virtual void join(ThreadId joiner, ThreadId finished) = 0;
  virtual void order(ThreadId, const Edge&) = 0;
  virtual void forget(ObjectId) = 0;  // the object was initialised, destroyed, or its storage ended
  // From now on `to` is an object of its own, of which is known what is known of `from` (a byte of a larger atomic).
  virtual void copy(ObjectId from, ObjectId to) = 0;
  // Fresh storage: what was there before is another object. (Its end is an access of kind Free or Write.)
  virtual void fresh(Address begin, std::uint64_t size) = 0;
  // A snapshot is being taken: the journal's mark has just been set (or is about to be, with no event in between).
  // Every mark that is ever gone back to must have been announced, or an observer may remember too little.
  virtual void new_interval() = 0;
};

class AccessObserver : public OrderEvents {
 public:
  // Every access that a detector hears of, just before it does. An operation on a synchronisation object is one, too.
  virtual void access(const Access&) = 0;
};

class ProgramObserver {
 public:
  virtual ~ProgramObserver() = default;

  // The thread comes to this operation, on its own stack; it `blocks` if the operation is not enabled now.
  virtual void arrived(ThreadId, const Operation&, bool blocks) = 0;
  virtual void performed(ThreadId, const Operation&, std::int64_t result) = 0;
  virtual void crashed(ThreadId) = 0;  // or failed in another way, on its own stack
  // A plain access of the program's own, or the end of storage, is about to happen.
  virtual void accessed(const Access&) = 0;
  virtual void allocated(Address) = 0;  // a block of the heap begins there
  virtual void variable_begins(Address, std::uint64_t size, std::uint32_t variable) = 0;  // on a stack
};

}  // namespace heddle
