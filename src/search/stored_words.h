// Tables of a search that stores states, as words (frontier.h): lists of words, fingerprints, failures.
//
// Whatever names an entry of a table by its number finds the same entry under it after reading. Reading trusts nothing:
// words that no table can have written make the reader fail.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "detect/word_lists.h"
#include "machine/failure.h"
#include "model/schedule.h"
#include "search/frontier.h"
#include "support/fingerprint.h"

namespace heddle {

inline void write_fingerprint(const Fingerprint& fingerprint, WordWriter& out) {
  out.put(fingerprint.low);
  out.put(fingerprint.high);
}
inline Fingerprint read_fingerprint(WordReader& in) {
  Fingerprint fingerprint;
  fingerprint.low = in.take();
  fingerprint.high = in.take();
  return fingerprint;
}

template <class Word>
void write_lists(const detect::WordLists<Word>& lists, WordWriter& out) {
  out.put(lists.size());
  for (std::uint32_t i = 0; i < lists.size(); ++i) {
    out.put(lists[i].size());
    for (const Word word : lists[i]) out.put(word);
  }
}

template <class Word>
void read_lists(detect::WordLists<Word>& lists, WordReader& in) {
  lists.clear();
  std::vector<Word> list;
  in.each([&] {
    list.clear();
    in.each([&] { list.push_back(static_cast<Word>(in.take())); });
    const std::uint32_t number = lists.size();
    if (lists.add(list) != number) in.fail();  // each is there once
  });
}

// Of what executions that never end show: a kind, where, and a text.
void write_failure(const Failure&, WordWriter&);
Failure read_failure(WordReader&);
void write_schedule(const Schedule&, WordWriter&);
void read_schedule(Schedule&, WordReader&);

}  // namespace heddle
