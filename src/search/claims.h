// What was explored from a state that was met before, and what of it holds for one who comes again. A claim says: with
// a detector that knew this (or more), whatever begins with a thread that is not among these sleepers was explored, and
// its races were found. The claims of a state grow with the visits to it; one that says less than another is dropped.
//
// Both parts can differ from visit to visit. Knowledge (detect/knowledge.h) is compared as in Elmas' figure 6, line 43:
// if the stored one knows no more, each race that the visitor could find was found. Where it knows more the state is
// explored again; so each exploration has the exact detector of its own path, and no race is seen through a set that no
// execution had. Sleepers are Godefroid's: a thread that slept then and is awake now is explored now.
//
// A record is what is known of one state: its summary (summaries.h) and its claims. Records are values: each distinct
// one is kept once and is a number; 0 says nothing.
//
// Main functions: covered (who need not be explored by this visitor), with (the visitor explores the rest).
#pragma once
#include <tsl/robin_map.h>

#include <cstdint>
#include <vector>

#include "detect/knowledge.h"
#include "detect/word_lists.h"
#include "search/stored_words.h"
#include "search/summaries.h"
#include "search/thread_set.h"

namespace heddle {

inline constexpr const char* kNoKnowledge =
    "what this detector knows cannot be compared, so states cannot be told apart by it";

class Claims {
 public:
  using Record = std::uint32_t;
  using Known = std::uint32_t;

  Claims();

  Known number_of(const Knowledge&);

  // Adds the threads among `enabled` that a visitor who knows this need not explore.
  void covered(Record, Known, const ThreadSet& enabled, ThreadSet& threads);
  // Claimed, beside what was, by a visitor who knows this and leaves out only these, and who was covered before.
  Record with(Record, Known, const ThreadSet& sleepers);

  Summaries::Set summary(Record r) const { return records_[r][0]; }
  Record with_summary(Record, Summaries::Set);

  // As words and back; records and knowledge keep their numbers.
  void write(WordWriter&) const;
  void read(WordReader&);
  bool has(Record r) const { return r < records_.size(); }

  std::size_t bytes() const { return records_.bytes() + sleepers_.bytes() + knowledge_bytes_; }
  std::size_t distinct_knowledge() const { return knowledge_.size(); }

 private:
  using Sleepers = std::uint32_t;
  Sleepers number_of(const ThreadSet&);
  bool has(Sleepers set, ThreadId t) const {
    return t.index() / 64 < sleepers_[set].size() && (sleepers_[set][t.index() / 64] >> t.index() % 64 & 1) != 0;
  }
  bool contains(Sleepers all, Sleepers some) const;
  bool knows_no_more(Known stored, Known newer);

  detect::WordLists<std::uint32_t> records_;   // the summary, then knowledge and sleepers of each claim
  detect::WordLists<std::uint64_t> sleepers_;  // a bit for each thread
  std::vector<Knowledge> knowledge_;
  std::size_t knowledge_bytes_ = 0;
  tsl::robin_map<std::uint64_t, std::vector<Known>> by_hash_;
  tsl::robin_map<std::uint64_t, bool, PairHash> compared_;
  std::vector<std::uint32_t> scratch_;
  std::vector<std::uint64_t> words_;
};

}  // namespace heddle
