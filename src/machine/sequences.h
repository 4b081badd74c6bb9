// Release sequences before C++20, and in C to this day: a relaxed store goes on with the sequences that its own thread
// heads (C++17 [intro.races] p5, C17 5.1.2.4 p10; P0982 took it out of C++20). Detectors know the rule of C++20 only, by
// which a store starts anew. What comes on top is told to them as operations on further atomics, one for each thread that
// heads a sequence of an atomic: its part.
//
//   a release, or a store after a release fence, by t     is put into the part of t, too
//   a store by t                                          ends the sequences of all other threads; its own goes on if the
//                                                         language of the store says so: then the atomic itself does not
//                                                         tell any more what t has released, and who reads it also reads
//                                                         the part of t (`chained`)
//   a read-modify-write                                   ends none
//
// A thread that reads its own part learns nothing new. All state is journalled.
#pragma once
#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "detect/observers.h"
#include "machine/thread_slots.h"
#include "model/ids.h"
#include "support/journal.h"
#include "support/stable_pool.h"
#include "support/state_writer.h"
#include "sync/world.h"

namespace heddle {

class ReleaseSequences {
 public:
  ReleaseSequences(Journal& journal, sync::World& world) : journal_(journal), world_(world) {}

  // An edge of kind AtomicLoad, AtomicStore or AtomicRmw; `goes_on`: a store by the older rule.
  void order(ThreadId t, const Edge& edge, bool goes_on, Observers& observers) {
    if (edge.kind != EdgeKind::AtomicStore) read(t, edge, observers);
    observers.order(t, edge);
    if (edge.kind == EdgeKind::AtomicLoad) return;
    Sequences& s = sequences(edge.object);
    const ObjectId mine = part(edge.object, t);
    std::uint32_t& stamp = stamps_[mine.index()];
    const bool heads = stamp == s.epoch;
    journal_.remember(s);
    journal_.remember(stamp);
    if (edge.kind == EdgeKind::AtomicStore) {
      ++s.epoch;
      s.chained = goes_on && heads && !releases(edge.order);
      s.chain = t;
    }
    stamp = s.epoch;
    const bool adds = !releases(edge.order) && heads && (goes_on || edge.kind == EdgeKind::AtomicRmw);
    observers.order(t, Edge{adds ? EdgeKind::AtomicRmw : EdgeKind::AtomicStore, release_part(edge.order), mine});
  }

  // What tells which sequences later accesses go on with: for each atomic, by address, who heads one and which is
  // chained.
  void write_state(StateWriter& to) const {
    std::vector<std::pair<Address, std::uint32_t>> atomics;
    for (std::uint32_t i = 0; i < sequences_.size(); i += sync::World::kParts)
      atomics.emplace_back(world_.address_of(ObjectId(i)), i);
    std::sort(atomics.begin(), atomics.end());
    for (const auto& [address, i] : atomics) {
      if (sequences_[i].chained) to.word(address), to.word(thread_slots.of(sequences_[i].chain) + 1);
      for (const ThreadId t : world_.threads_by_rank()) {
        const ObjectId* mine = world_.find_object(part_address(ObjectId(i), t));
        const bool heads = mine && mine->index() < stamps_.size() && stamps_[mine->index()] == sequences_[i].epoch;
        if (heads) to.word(address), to.word(thread_slots.of(t) + kThreadSlots);
      }
    }
    to.word(0);
  }

  void forget(ObjectId o) {
    if (o.index() >= sequences_.size()) return;
    journal_.remember(sequences_[o.index()]);
    ++sequences_[o.index()].epoch;
    sequences_[o.index()].chained = false;
  }

  // `to` begins as what `from` is: a byte of an atomic that is looked at by itself from now on.
  void copy(ObjectId from, ObjectId to, Observers& observers) {
    if (from.index() >= sequences_.size()) return;
    const Sequences source = sequences_[from.index()];
    const std::uint32_t epoch = sequences(to).epoch + 1;  // none of the parts that `to` once had counts
    journal_.remember(sequences(to));
    sequences(to) = {epoch, source.chained, source.chain};
    for (std::uint16_t t = 0; t < world_.thread_count(); t++) {
      const ObjectId part_of_from = part(from, ThreadId(t)), part_of_to = part(to, ThreadId(t));
      if (stamps_[part_of_from.index()] != source.epoch) continue;
      observers.copy(part_of_from, part_of_to);
      journal_.remember(stamps_[part_of_to.index()]);
      stamps_[part_of_to.index()] = epoch;
    }
  }

 private:
  struct Sequences {
    std::uint32_t epoch = 1;  // a part counts if its stamp is this
    bool chained = false;
    ThreadId chain;
  };

  void read(ThreadId t, const Edge& edge, Observers& observers) {
    const Sequences s = sequences(edge.object);
    if (s.chained) observers.order(t, Edge{EdgeKind::AtomicLoad, acquire_part(edge.order), part(edge.object, s.chain)});
  }

  Sequences& sequences(ObjectId o) {
    sequences_.grow_to(o.index() + 1);
    return sequences_[o.index()];
  }
  Address part_address(ObjectId o, ThreadId t) const {
    constexpr Address kNowhere = Address{1} << 63;  // no program has such addresses
    return kNowhere | world_.address_of(o) << 12 | thread_slots.of(t);
  }
  ObjectId part(ObjectId o, ThreadId t) {
    const ObjectId id = world_.object_at(part_address(o, t));
    stamps_.grow_to(id.index() + 1);
    return id;
  }

  Journal& journal_;
  sync::World& world_;
  StablePool<Sequences> sequences_;
  StablePool<std::uint32_t> stamps_;
};

}  // namespace heddle
