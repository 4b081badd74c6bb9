// The form in which a Knowledge is put together, compared and taken apart: distinct locksets, distinct histories of a
// byte, and ranges of bytes with one history. And its bytes:
//
//   members    for each kind how many, then their names, ascending, as differences
//   locksets   how many; of each the number of members and these as differences
//   histories  how many; of each the number of accesses and these as lockset * 4 + kind
//   ranges     how many; of each the gap before it, its length and its history
//
// All numbers are of seven bits a byte, least significant first. Members are those that occur; locksets and histories
// are numbered as they first occur, by ascending address; within a history accesses go by kind and lockset. So equal
// contents are equal bytes. No range: no bytes at all.
#pragma once
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "detect/lockset_watch.h"
#include "detect/race_detector.h"
#include "detect/word_lists.h"

namespace heddle::detect {

enum class AccessClass : std::uint8_t { Write, Read, AtomicWrite, AtomicRead };
constexpr AccessClass class_of(AccessKind k) {
  switch (k) {
    case AccessKind::Read:
      return AccessClass::Read;
    case AccessKind::AtomicRead:
      return AccessClass::AtomicRead;
    case AccessKind::AtomicWrite:
      return AccessClass::AtomicWrite;
    default:
      return AccessClass::Write;
  }
}
constexpr AccessKind kind_of(AccessClass c) {
  constexpr AccessKind kKinds[] = {AccessKind::Write, AccessKind::Read, AccessKind::AtomicWrite,
                                   AccessKind::AtomicRead};
  return kKinds[static_cast<unsigned>(c)];
}
// Whatever conflicts with an access of kind b conflicts with one of kind a.
constexpr bool stands_for(AccessClass a, AccessClass b) {
  return a == b || a == AccessClass::Write || b == AccessClass::AtomicRead;
}

using MemberKey = std::uint64_t;  // kind << 62 | name
constexpr unsigned kNameBits = 62;
constexpr MemberKey member_key(Member::Kind kind, std::uint64_t name) {
  return static_cast<std::uint64_t>(kind) << kNameBits | name;
}

class KnowledgeForm {
 public:
  using Set = std::uint32_t;
  using History = std::uint32_t;
  using KnownAccess = std::uint32_t;      // a set << 2 | AccessClass
  static constexpr History kNothing = 0;  // the empty history
  struct Range {
    Address begin, end;
    History history;
  };
  static constexpr KnownAccess known_access(Set s, AccessClass c) { return s << 2 | static_cast<std::uint32_t>(c); }

  void start(std::span<const MemberKey> members);  // ascending: the universe of all sets
  std::size_t words() const { return words_; }     // of a set: a bit for each member
  std::span<const MemberKey> members() const { return members_; }

  // A thread's Pending goes in with the thread: what its relaxed loads have read adds nothing to what it knows.
  Set add_set(std::vector<std::uint64_t>& bits);
  std::span<const std::uint64_t> bits(Set s) const { return sets_[s]; }
  // Calls f(member) for the members of a set without the Pendings of its threads, which is how it is written.
  template <class F>
  void each_member(Set s, F f) const {
    for_each_bit(sets_[s], [&](std::size_t m) {
      if (thread_of_[m] == m || !has(sets_[s], thread_of_[m])) f(m);
    });
  }
  bool is_subset(Set a, Set b) const;

  // Takes out what others stand for and puts the rest in order.
  History add_history(std::vector<KnownAccess>&);
  std::span<const KnownAccess> accesses(History h) const { return histories_[h]; }
  bool covers_all(History a, History b) const;  // each access of b has one in a that stands for it

  void add_range(Address begin, Address end, History);  // ascending
  std::span<const Range> ranges() const { return ranges_; }

  void write(std::vector<std::uint8_t>& bytes);
  static bool read_members(std::span<const std::uint8_t> bytes, std::vector<MemberKey>& into);
  // Into this universe, which has all the members. False: these bytes are none that write() wrote.
  bool read(std::span<const std::uint8_t> bytes, std::vector<Range>& into);

 private:
  bool covers(KnownAccess a, KnownAccess b) const {  // a stands for b
    return stands_for(static_cast<AccessClass>(a & 3), static_cast<AccessClass>(b & 3)) && is_subset(a >> 2, b >> 2);
  }
  static bool has(std::span<const std::uint64_t> bits, std::size_t m) { return (bits[m / 64] >> m % 64 & 1) != 0; }
  template <class F>
  static void for_each_bit(std::span<const std::uint64_t> bits, F f) {
    for (std::size_t i = 0; i < bits.size(); ++i)
      for (std::uint64_t left = bits[i]; left != 0; left &= left - 1)
        f(i * 64 + static_cast<std::size_t>(std::countr_zero(left)));
  }
  bool comes_before(KnownAccess, KnownAccess) const;
  void number();
  std::uint8_t* write_members(std::uint8_t* at);
  std::uint8_t* write_sets(std::uint8_t* at) const;

  struct Reader;
  static bool read_keys(Reader&, std::vector<MemberKey>& into);
  bool read_sets(Reader&, std::vector<Set>&);
  bool read_histories(Reader&, std::span<const Set>, std::vector<History>&);

  std::vector<MemberKey> members_;
  std::vector<std::size_t> thread_of_;  // of a Pending the member that is its thread; any other has itself
  std::vector<std::size_t> pending_;    // members with another one in thread_of_
  std::size_t words_ = 0;
  WordLists<std::uint64_t> sets_;
  WordLists<KnownAccess> histories_;
  std::vector<Range> ranges_;
  // Of write(): the order of first occurrence, the number of each, and the members that occur.
  std::vector<Set> set_order_, set_number_;
  std::vector<History> history_order_, history_number_;
  std::vector<std::uint32_t> member_number_;
  std::vector<std::uint64_t> used_;
};

}  // namespace heddle::detect
