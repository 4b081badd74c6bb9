// What the exploring process tells the process that reports: a described bug as soon as it is found, and how the
// search ended. The messages are JSON text inside one machine and one version, but for what is stored, which is bytes;
// nothing outside relies on them.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "machine/experience.h"
#include "model/bug.h"
#include "model/ignore.h"
#include "search/frontier.h"

namespace heddle {

// How an exploration ended, as far as the exploring process knows.
struct Exploration {
  bool exhausted = false;
  std::vector<std::string> limits;
  Statistics stats;
  std::string used_search;
  std::string choice;    // what auto has chosen between, and why; empty: there was nothing to choose
  std::string found_by;  // the search that found the first bug: it, or the one of a burst; empty: no bug
  std::uint64_t sampled = 0;  // random schedules tried in bursts, which the statistics do not count
  bool exact_detector = false;
  bool every_interleaving = false;  // whatever the detector is: SearchOutcome
  bool runs_forever = false;        // some executions, as they are meant to
  std::vector<int> exit_statuses;
  std::vector<BoundedLoop> bounded_loops;
  std::vector<std::string> uncontrolled;  // calls met that nobody controls
  std::vector<std::string> passed_over;   // kinds of failures that were not asked for and ended executions early
  bool race_passed_over = false;          // an execution went on after a race that no entry covers
  std::vector<std::string> ignored;       // races that an entry covers, in words
  std::vector<std::size_t> used_entries;  // of --ignore
  std::vector<std::string> assumptions;   // what the program could notice and was taken for granted
  std::vector<std::string> scopes;        // names of the calls of heddle::check that were met
};

// A replay that did not meet its bug.
struct Divergence {
  std::string message;
  std::vector<InterleavingRow> rows;      // replay --step: what could be done until then
  std::vector<std::string> thread_names;  // with rows
};

// Something that a replay has to say beside its bug.
struct Remark {
  std::string text;
};

// Why a search does not end.
struct Branching {
  std::vector<BranchSource> sources;
  std::vector<std::string> suggestions;
};

// Where a search stands, with all that its process has learned on the way.
struct Checkpoint {
  Frontier frontier;
  std::vector<std::string> thread_names;  // in ThreadId order
  Experience experience;
  // What the search was begun again with.
  std::vector<ByteRange> visible_bytes;
  std::vector<ByteRange> more_visible_bytes;  // in the next round
  std::vector<std::uint64_t> ignored_races;
  LoopBound loop_bound;
  std::vector<BoundedLoop> covered_loops;      // by the last bound on rounds that was exhausted,
  std::vector<Statistics> covered_statistics;  // and in how many executions; empty: none was
  // What was seen.
  std::vector<std::uint64_t> seen;  // failures, by their keys
  std::string found_by;
  std::vector<int> exit_statuses;
  Schedule sample;
  std::vector<std::string> passed_over;
  bool race_passed_over = false;
  std::vector<std::string> ignored;
  std::vector<std::size_t> used_entries;
};

// A piece of what a search has stored (SearchListener::stored): it goes with the checkpoint that comes next.
struct Stored {
  std::string bytes;  // to_bytes
};

struct Message {  // exactly one is set
  std::optional<Bug> bug;
  std::optional<Exploration> exploration;
  std::optional<Divergence> divergence;
  std::optional<Remark> remark;
  std::optional<Branching> branching;
  std::optional<Checkpoint> checkpoint;
  std::optional<Stored> stored;
};

std::string to_wire(const Bug& bug);
std::string to_wire(const Exploration& exploration);
std::string to_wire(const Divergence& divergence);
std::string to_wire(const Remark& remark);
std::string to_wire(const Branching& branching);
std::string to_wire(const Checkpoint& checkpoint);
std::string to_wire(const Stored& stored);
// Words as bytes, seven bits in each, and back. False: these bytes are no words.
std::string to_bytes(std::span<const std::uint64_t> words);
bool to_words(std::string_view bytes, std::vector<std::uint64_t>& words);
// For people: "most branches: 62 % lock m (pool.cpp:34), ...", "to get to an end try ...". Empty: nothing is known.
std::string sources_text(const Branching& branching);
std::string suggestions_text(const Branching& branching);
// Nothing set: the text is no message (the sender died in the middle of it, or its memory was overwritten).
Message from_wire(std::string_view text);

}  // namespace heddle
