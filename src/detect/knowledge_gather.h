// From what a detector keeps to a Knowledge. A Judge says of each thing that can be in a lockset, its Knower (a row, a
// clock), which accesses it knows of; accesses are told apart by a key (a column, an epoch):
//
//   template <class F> void each_knower(F f) const        f(Member, const Knower&)
//   static bool covers(const Knower&, std::uint64_t key)  the lockset of the accesses with this key has it
//
// A KnowledgeGatherer is shown every byte of which something is kept, by ascending address. Cells are many and distinct
// histories few: a cell like the one before it costs a comparison, one like any before it a look into a table, and a
// lockset is put together once.
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
  WordLists<std::uint64_t> keys_;
  std::vector<KnowledgeForm::Set> set_of_key_;
  WordLists<std::uint64_t> kept_;  // histories as the detector keeps them
  std::vector<KnowledgeForm::History> history_of_kept_;
  std::vector<KnowledgeForm::KnownAccess> accesses_;
  std::uint32_t last_ = 0;  // of kept_
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

  // Of the bytes [begin, end) these accesses are kept (kept_access): by ascending address.
  void add(Address begin, Address end, std::span<const std::uint64_t> kept) {
    KnowledgeScratch& s = scratch_;
    if (s.kept_.size() == 0 || !s.kept_.is(s.last_, kept)) {
      s.last_ = s.kept_.add(kept);
      if (s.last_ == s.history_of_kept_.size()) s.history_of_kept_.push_back(history(kept));
    }
    s.form_.add_range(begin, end, s.history_of_kept_[s.last_]);
  }
  void finish(Knowledge& into) { scratch_.finish(into); }
  std::vector<std::uint64_t>& buffer() { return scratch_.buffer_; }  // for what add() is given

 private:
  using Knower = typename Judge::Knower;

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
    const std::uint32_t known = s.keys_.add({&key, 1});
    if (known < s.set_of_key_.size()) return s.set_of_key_[known];
    std::ranges::fill(s.bits_, 0);
    for (std::size_t m = 0; m < s.candidates_.size(); ++m)
      if (Judge::covers(*static_cast<const Knower*>(s.candidates_[m].knower), key))
        s.bits_[m / 64] |= std::uint64_t{1} << m % 64;
    return s.set_of_key_.emplace_back(s.finish_set());
  }

  KnowledgeScratch& scratch_;
};

}  // namespace heddle::detect
