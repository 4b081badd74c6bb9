// The dependency relation of the searches: one table, one file (the table is in dependency.cpp).
//
// Two operations of different threads are dependent if executing them in the other order can make a difference to
// anyone: to the state, to what is enabled, to the number of outcomes, or to happens-before. The last is why a post and
// a wait that both find count 1 are dependent although they commute as far as the state goes. Dependent operations
// that can never be enabled in the same state (lock and unlock of one mutex: its owner is one thread) are ordered in
// the search's clocks but are no race to reverse: may_be_coenabled tells the two cases apart.
//
// A Footprint is an operation boiled down to what the table asks about; the searches keep one per executed step.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <utility>

#include "model/may_do.h"
#include "model/operation.h"
#include "model/role.h"

namespace heddle {

class AbstractMachine;

enum class Relation : std::uint8_t {
  Independent,
  NeverTogether,  // dependent, but never enabled in the same state
  Racing,         // dependent, and possibly enabled in the same state
};

// What a spinning thread waits for, or the locks that std::lock takes: address, and width, or what kind of lock.
using ByteSet = std::span<const std::pair<Address, std::uint32_t>>;

struct Footprint {
  struct Part {
    Role role = Role::Nothing;
    std::uint32_t width = 1;  // bytes; 1 for a synchronisation object, so that overlap means equality
    Address object = 0;
  };
  bool exit = false;    // ends the process, or cancels a thread: dependent with everything
  bool spin = false;    // waits for a change of `bytes`, perhaps beside its parts
  bool locks = false;   // takes all locks that `bytes` names,
  bool begins = false;  // or begins to
  Part parts[2];        // a condition operation touches its mutex too, a futex wait reads its word
  ByteSet bytes;
};

inline bool is_about_one_object(const Footprint& f) {
  return !f.exit && !f.spin && !f.locks && f.parts[1].role == Role::Nothing;
}

// A Bloom filter of the bytes that a footprint touches: no common bit, no dependency. Lets a scan of a long path pass
// over most steps with one instruction.
using Signature = std::uint64_t;
Signature signature_of(const Footprint&);

// The set of bytes or locks that an operation names: what `bytes` below has to be.
std::optional<std::uint64_t> byte_set_number(const Operation& operation);  // as the machine knows it
ByteSet byte_set_of(const AbstractMachine& machine, const Operation& operation);
// A pending operation: what it may do.
Footprint footprint_of(const Operation& operation, ByteSet bytes = {});
// An executed one: what it did (a compare-exchange that failed only read).
Footprint footprint_of(const Transition& transition, ByteSet bytes = {});
// A silent one, as far as the clocks care.
Footprint footprint_of(const SilentOperation& operation);

Relation relation(const Footprint&, const Footprint&);
// Whatever depends on `b` depends on `a` as well.
bool covers(const Footprint& a, const Footprint& b);
inline bool dependent(const Footprint& a, const Footprint& b) { return relation(a, b) != Relation::Independent; }
inline bool may_be_coenabled(const Footprint& a, const Footprint& b) {
  return relation(a, b) != Relation::NeverTogether;
}
bool dependent(const Operation&, const Operation&);
// May a thread that can do this (nullptr: anything) come to perform an operation that is dependent with the footprint?
bool may_interfere(const Footprint&, const MayDo*);
// Does may_interfere see all that depends on this operation of such a thread? Else the MayDo is no upper bound. (What a
// spinning thread waits for is not looked at: it has accessed that before.)
bool foresees(const MayDo*, const Footprint&);
bool may_be_coenabled(const Operation&, const Operation&);

}  // namespace heddle
