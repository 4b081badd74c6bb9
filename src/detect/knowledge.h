// What an exact race detector knows of the present, as a value: of each byte the accesses that a later one may still
// race with, and of each of these the threads and synchronisation objects through which it is ordered before whatever
// comes next. That is LSW(q) and LSR(q, u) of Elmas, Qadeer and Tasiran (2006, figure 8), and it is the same for all
// exact detectors: z is in the lockset of an access iff the access happened before the next action of z (or of who
// acquires z), which clocks, rows of the summary function and locksets tell alike. Clocks themselves never compare
// across interleavings; this does.
//
// Canonical: whatever brought the detector there, equal knowledge is equal bytes. Not part of it, because no
// continuation can tell:
//  * sites, the threads that made the accesses, freed or written: reports alone name them
//  * an access that another one stands for: whatever races with it races with that one as well (stands_for: a set that
//  is
//    smaller, and a kind that conflicts with at least as much)
//  * an access that every thread that can act knows of: none can race with it, nor can the threads they create
//  * the relaxed loads of a thread that knows of the access anyway (Member::Kind::Pending beside Thread)
//  * whatever the Population leaves out
//
// As a value it is its own serialisation: bytes() is all there is. knowledge_form.h has the form.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "detect/lockset_watch.h"
#include "detect/race_detector.h"
#include "model/ids.h"

namespace heddle {

// Who takes part at present: what a detector cannot know and whoever runs the program does.
class Population {
 public:
  using Name = std::uint64_t;                 // below 2^62
  static constexpr Name kLeftOut = ~Name{0};  // can never matter again, or only as others say

  virtual ~Population() = default;
  // Numbers of threads and objects are stable within a process, where they are good names. Two processes agree on them
  // if one brings its tables to the other (Experience). Two members of one kind have different names. To be left out:
  //   a mutex (or the first part of a read/write lock) that is held: it is in a set iff its owner is, and what the
  //   detector holds of it is of the last unlock, which nobody will see; a thread that has ended and cannot be joined
  //   any more; the tokens (fence, pending) of any thread that has ended.
  virtual Name name(const detect::Member&) const = 0;
  // The threads that have not ended. nullopt: not known; then no access is taken for one that cannot race any more.
  virtual std::optional<std::span<const ThreadId>> acting() const = 0;
};

// Everybody counts and is named by number.
class EverybodyByNumber final : public Population {
 public:
  Name name(const detect::Member& m) const override { return m.index; }
  std::optional<std::span<const ThreadId>> acting() const override { return std::nullopt; }
};

class Knowledge {
 public:
  using Hash = std::array<std::uint64_t, 2>;

  friend bool operator==(const Knowledge&, const Knowledge&) = default;
  Hash hash() const;  // XXH3, 128 bits
  bool empty() const { return bytes_.empty(); }

  // The match of Elmas' figure 6, line 43, with this stored and `newer` the present state: every race that a
  // continuation finds from `newer` it finds from here, too, at the same access and byte. Holds iff each access in
  // `newer` has one here that stands for it: a lockset that is a subset, of a kind that conflicts with at least as
  // much. (A byte without an access is the paper's set of everything.) So if the continuations of the stored state were
  // explored, those of the new one have no race to add, as far as the program's state and that of its synchronisation
  // objects are the same. The other direction would be wrong: a larger set forgives more. Larger, smaller and equal are
  // all that pointwise can mean with reads told apart: a stored write stands for a new read, a stored read never for a
  // new write. Both must have been taken from one Population.
  bool knows_no_more_than(const Knowledge& newer) const;

  // The greatest lower bound of that order: a continuation races from here iff it races from a or from b. Of each byte
  // the accesses of both, without those that others stand for. Where Elmas intersects two locksets into one, which no
  // execution may have had, this keeps both: coarsened() of it is what the paper has.
  friend Knowledge intersect(const Knowledge& a, const Knowledge& b);
  // Knows no more than this, and may see races that no execution has: of each byte and kind one access, with the
  // intersection of the locksets. A search that stores it converges faster: {t1, m} and {t2, m} become {m}.
  Knowledge coarsened() const;

  std::span<const std::uint8_t> bytes() const { return bytes_; }
  // nullopt: these bytes are no Knowledge.
  static std::optional<Knowledge> from_bytes(std::span<const std::uint8_t>);

  // All of it, spelled out; for tests, and for whoever goes on from it.
  struct KnownAccess {
    AccessKind kind;                                                         // not Free: that counts as Write
    std::vector<std::pair<detect::Member::Kind, Population::Name>> lockset;  // sorted
  };
  struct KnownRange {
    Address begin, end;
    std::vector<KnownAccess> accesses;
  };
  std::vector<KnownRange> ranges() const;  // ascending, none empty; neighbours differ

 private:
  friend class detect::KnowledgeScratch;

  std::vector<std::uint8_t> bytes_;
};

}  // namespace heddle
