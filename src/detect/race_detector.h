// The seam behind which every race detector lives: events (events.h) in, races out. The machine calls it while the
// program runs; heddle trace calls it for each line of a file. All state is journalled, so a detector follows every
// backtrack without doing anything for it.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "detect/events.h"

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

class RaceDetector : public OrderEvents {
 public:
  virtual const char* name() const = 0;
  // Finds exactly the races that happen-before defines: then an execution without a finding had none.
  virtual bool exact() const = 0;

  // A race that this access completes, if there is one.
  virtual std::optional<Race> access(const Access&) = 0;
  // Of a plain read or write of at most 16 bytes: true only if access() would neither report nor change anything.
  virtual bool adds_nothing(const Access&) const { return false; }
  // All races that the last access() completed, where the detector was made to list them (DetectorOptions::list_all):
  // one for each earlier access that it races with among the last plain write and, since that one, the last plain
  // read, atomic read and atomic write of each thread. Byte ranges of one pair may come in pieces.
  virtual std::span<const Race> races() const { return {}; }

  // Was any of these bytes written since their storage was given out? True also where the detector does not know.
  virtual bool was_written(Address, std::uint64_t size) const { return size > 0; }

  // From now on, till nullptr, tells there how what it knows of a byte develops, if it works by locksets.
  virtual void watch(LocksetWatch*) {}
  // What it knows of the present, in a form that compares across schedules (knowledge.h); the scratch is the caller's
  // to keep, so that nothing is allocated. False: it has nothing of the kind, or ran out of something, and `into` is as
  // it was.
  virtual bool knowledge(const Population&, detect::KnowledgeScratch&, Knowledge& into) const { return false; }
  // An access to this place in program memory comes soon. Only a hint, for whoever knows the future (heddle trace).
  virtual void expect(Address) const {}

  // What the detector ran out of (a sentence), or nullptr. From then on it finds nothing, and the run is inconclusive.
  virtual const char* overflowed() const { return nullptr; }
};

}  // namespace heddle
