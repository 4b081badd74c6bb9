// The seam behind which every race detector lives: events in, races out. The machine calls it while the program runs;
// heddle trace calls it for each line of a file. All state is journalled, so a detector follows every backtrack
// without doing anything for it.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "model/ids.h"
#include "sync/edge.h"

namespace heddle {

enum class AccessKind : std::uint8_t { Read, Write, AtomicRead, AtomicWrite, Free };
constexpr bool is_write(AccessKind k) { return k != AccessKind::Read && k != AccessKind::AtomicRead; }
constexpr bool is_atomic(AccessKind k) { return k == AccessKind::AtomicRead || k == AccessKind::AtomicWrite; }
// Two accesses to the same bytes that are a race unless something orders them.
constexpr bool conflicting(AccessKind a, AccessKind b) {
  return (is_write(a) || is_write(b)) && !(is_atomic(a) && is_atomic(b));
}
const char* name_of(AccessKind);

struct Access {
  ThreadId thread;
  AccessKind kind = AccessKind::Read;
  Address address = 0;
  std::uint64_t size = 0;
  SiteId site;
};

// How two accesses break a locking discipline, which is no race by itself.
enum class Breach : std::uint8_t {
  None,            // a race
  NoCommonLock,    // no lock is held at all accesses
  Initialisation,  // the initialising accesses do not happen before the later one
  OutOfTurn,       // the earlier access is not by the declared initialising thread, which should have been first
};

struct Race {
  Access earlier;  // address and size: of the bytes the two have in common
  Access later;
  Breach breach = Breach::None;
  // Of a breach: the locks held at every access that counted before the later one; nullopt: none counted.
  std::optional<std::vector<ObjectId>> locks{};
};

struct LocksetWatch;
class Knowledge;
class Population;
namespace detect {
class KnowledgeScratch;
}

class RaceDetector {
 public:
  virtual ~RaceDetector() = default;
  virtual const char* name() const = 0;
  // Finds exactly the races that happen-before defines: then an execution without a finding had none.
  virtual bool exact() const = 0;

  // From now on the events are this thread's.
  virtual void running(ThreadId) = 0;

  virtual void fork(ThreadId parent, ThreadId child) = 0;
  virtual void join(ThreadId joiner, ThreadId finished) = 0;
  virtual void order(ThreadId, const Edge&) = 0;
  virtual void forget(ObjectId) = 0;  // the object was initialised, destroyed, or its storage ended
  // From now on `to` is an object of its own, of which is known what is known of `from` (a byte of a larger atomic).
  virtual void copy(ObjectId from, ObjectId to) = 0;

  // A race that this access completes, if there is one.
  virtual std::optional<Race> access(const Access&) = 0;
  // Of a plain read or write of at most 16 bytes: true only if access() would neither report nor change anything.
  virtual bool adds_nothing(const Access&) const { return false; }
  // All races that the last access() completed, where the detector was made to list them (DetectorOptions::list_all):
  // one for each earlier access that it races with among the last plain write and, since that one, the last plain
  // read, atomic read and atomic write of each thread. Byte ranges of one pair may come in pieces.
  virtual std::span<const Race> races() const { return {}; }
  // Fresh storage: what was there before is another object. (Its end is an access of kind Free or Write.)
  virtual void fresh(Address begin, std::uint64_t size) = 0;

  // From now on, till nullptr, tells there how what it knows of a byte develops, if it works by locksets.
  virtual void watch(LocksetWatch*) {}
  // What it knows of the present, in a form that compares across schedules (knowledge.h); the scratch is the caller's to
  // keep, so that nothing is allocated. False: it has nothing of the kind, or ran out of something, and `into` is as it was.
  virtual bool knowledge(const Population&, detect::KnowledgeScratch&, Knowledge& into) const { return false; }
  // An access to this place in program memory comes soon. Only a hint, for whoever knows the future (heddle trace).
  virtual void expect(Address) const {}

  // A snapshot is being taken: the journal's mark has just been set (or is about to be, with no event in between).
  // Every mark that is ever gone back to must have been announced, or a detector may remember too little.
  virtual void new_interval() {}
  // What the detector ran out of (a sentence), or nullptr. From then on it finds nothing, and the run is inconclusive.
  virtual const char* overflowed() const { return nullptr; }
};

}  // namespace heddle
