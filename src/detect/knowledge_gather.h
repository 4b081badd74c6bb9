// From what a detector keeps to a Knowledge. A Judge says of each thing that can be in a lockset, its Knower (a row, a
// clock), which accesses it knows of; accesses are told apart by a key (a column, an epoch):
//
//   template <class F> void each_knower(F f) const        f(Member, const Knower&)
//   static bool covers(const Knower&, std::uint64_t key)  the lockset of the accesses with this key has it
//
// A KnowledgeGatherer is shown every byte of which something is kept, by ascending address. Cells are many and distinct
// histories few: a cell like the one before it costs a comparison, one like any before it a look into a table, and a
// lockset is put together once, or seldom twice. A search does this at each of its states.
#pragma once
#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "detect/knowledge.h"
#include "detect/knowledge_form.h"
#include "detect/word_lists.h"

namespace heddle::detect {

// Everything that gathering needs memory for.
class KnowledgeScratch {
 public:
  KnowledgeScratch() = default;
  KnowledgeScratch(const KnowledgeScratch&) = delete;  // large, and nothing in it is worth a copy
  KnowledgeScratch& operator=(const KnowledgeScratch&) = delete;

 private:
  template <class>
  friend class KnowledgeGatherer;

  static constexpr KnowledgeForm::Set kCannotRace = ~KnowledgeForm::Set{0};  // everybody knows

  struct Candidate {
    MemberKey key;
    const void* knower;
  };
  // What was found out for a key during this gathering. An entry may be taken over by another key: then it is found out
  // once more.
  class Memo {
   public:
    void clear() { ++gathering_; }
    // The value for the key, or nullptr.
    const std::uint32_t* find(std::uint64_t key) const {
      const Entry& entry = entries_[place(key)];
      return entry.gathering == gathering_ && entry.key == key ? &entry.value : nullptr;
    }
    std::uint32_t put(std::uint64_t key, std::uint32_t value) {
      entries_[place(key)] = {key, gathering_, value};
      return value;
    }

   private:
    static constexpr unsigned kBits = 7;
    struct Entry {
      std::uint64_t key = 0;
      std::uint32_t gathering = 0, value = 0;
    };
    static std::size_t place(std::uint64_t key) { return key * 0x9E37'79B9'7F4A'7C15u >> (64 - kBits); }
    Entry entries_[1 << kBits];
    std::uint32_t gathering_ = 0;
  };

  void start(const Population&);
  void add_candidate(const Population&, const Member&, const void* knower);
  KnowledgeForm::Set finish_set();  // from bits_
  void finish(Knowledge& into) { form_.write(into.bytes_); }

  KnowledgeForm form_;
  std::vector<Candidate> candidates_;  // in the order of the form's members, after start()
  std::vector<MemberKey> members_;
  std::vector<std::uint64_t> acting_;  // bits of the threads that can act
  bool some_unknown_ = false;          // who can act, or one of them is in no lockset
  std::vector<std::uint64_t> bits_;
  Memo set_of_key_;
  Memo history_of_one_;            // of bytes with a single access that is kept
  WordLists<std::uint64_t> kept_;  // other histories, as the detector keeps them
  std::vector<KnowledgeForm::History> history_of_kept_;
  std::vector<KnowledgeForm::KnownAccess> accesses_;
  KnowledgeForm::History last_ = KnowledgeForm::kNothing;
  std::vector<std::uint64_t> buffer_;
};

// An access as a detector keeps it.
constexpr std::uint64_t kept_access(std::uint64_t key, AccessClass c) { return key << 2 | static_cast<unsigned>(c); }

template <class Judge>
class KnowledgeGatherer {
 public:
  KnowledgeGatherer(const Judge& judge, const Population& population, KnowledgeScratch& scratch) : scratch_(scratch) {
    scratch.candidates_.clear();
    judge.each_knower([&](const Member& m, const Knower& k) { scratch.add_candidate(population, m, &k); });
    scratch.start(population);
  }

  // It is known who can act, so there can be accesses that all of them know of.
  bool knows_who_acts() const { return !scratch_.some_unknown_; }

  // Of the bytes [begin, end) these accesses are kept (kept_access): by ascending address. True: all who can act know
  // of them.
  bool add(Address begin, Address end, std::span<const std::uint64_t> kept) {
    scratch_.last_ = kept.size() == 1 ? history_of_one(kept) : history_of_several(kept);
    return add_same(begin, end);
  }
  // The same accesses as of the bytes that were added last.
  bool add_same(Address begin, Address end) {
    scratch_.form_.add_range(begin, end, scratch_.last_);
    return scratch_.last_ == KnowledgeForm::kNothing;
  }
  void finish(Knowledge& into) { scratch_.finish(into); }
  std::vector<std::uint64_t>& buffer() { return scratch_.buffer_; }  // for what add() is given

 private:
  using Knower = typename Judge::Knower;

  KnowledgeForm::History history_of_one(std::span<const std::uint64_t> kept) {
    const KnowledgeForm::History* const known = scratch_.history_of_one_.find(kept[0]);
    return known != nullptr ? *known : scratch_.history_of_one_.put(kept[0], history(kept));
  }
  KnowledgeForm::History history_of_several(std::span<const std::uint64_t> kept) {
    KnowledgeScratch& s = scratch_;
    const std::uint32_t number = s.kept_.add(kept);
    if (number == s.history_of_kept_.size()) s.history_of_kept_.push_back(history(kept));
    return s.history_of_kept_[number];
  }
  KnowledgeForm::History history(std::span<const std::uint64_t> kept) {
    KnowledgeScratch& s = scratch_;
    s.accesses_.clear();
    for (const std::uint64_t access : kept) {
      const KnowledgeForm::Set set = set_of(access >> 2);
      if (set != KnowledgeScratch::kCannotRace)
        s.accesses_.push_back(KnowledgeForm::known_access(set, static_cast<AccessClass>(access & 3)));
    }
    return s.form_.add_history(s.accesses_);
  }
  KnowledgeForm::Set set_of(std::uint64_t key) {
    KnowledgeScratch& s = scratch_;
    if (const KnowledgeForm::Set* known = s.set_of_key_.find(key); known != nullptr) return *known;
    std::ranges::fill(s.bits_, 0);
    for (std::size_t m = 0; m < s.candidates_.size(); ++m)
      if (Judge::covers(*static_cast<const Knower*>(s.candidates_[m].knower), key))
        s.bits_[m / 64] |= std::uint64_t{1} << m % 64;
    return s.set_of_key_.put(key, s.finish_set());
  }

  KnowledgeScratch& scratch_;
};

}  // namespace heddle::detect
