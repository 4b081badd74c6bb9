#include "search/claims.h"

#include <algorithm>

namespace heddle {

Claims::Claims() {
  const std::uint32_t nothing[] = {0};
  records_.add(nothing);
}

Claims::Known Claims::number_of(const Knowledge& knowledge) {
  std::vector<Known>& candidates = by_hash_[knowledge.hash()[0]];
  for (const Known k : candidates)
    if (knowledge_[k] == knowledge) return k;
  const auto number = static_cast<Known>(knowledge_.size());
  knowledge_.push_back(knowledge);
  knowledge_bytes_ += knowledge.bytes().size();
  candidates.push_back(number);
  return number;
}

Claims::Sleepers Claims::number_of(const ThreadSet& threads) {
  words_.clear();
  threads.for_each([&](ThreadId t) {
    words_.resize(std::max<std::size_t>(words_.size(), t.index() / 64 + 1));
    words_[t.index() / 64] |= std::uint64_t{1} << t.index() % 64;
  });
  return sleepers_.add(words_);
}

bool Claims::contains(Sleepers all, Sleepers some) const {
  if (all == some) return true;
  const std::span<const std::uint64_t> larger = sleepers_[all], smaller = sleepers_[some];
  for (std::size_t w = 0; w < smaller.size(); ++w)
    if ((smaller[w] & ~(w < larger.size() ? larger[w] : 0)) != 0) return false;
  return true;
}

bool Claims::knows_no_more(Known stored, Known newer) {
  if (stored == newer) return true;
  const std::uint64_t key = std::uint64_t{stored} << 32 | newer;
  if (const auto known = compared_.find(key); known != compared_.end()) return known->second;
  const bool answer = knowledge_[stored].knows_no_more_than(knowledge_[newer]);
  compared_.emplace(key, answer);
  return answer;
}

void Claims::covered(Record record, Known known, const ThreadSet& enabled, ThreadSet& threads) {
  const std::span<const std::uint32_t> list = records_[record];
  for (std::size_t i = 1; i < list.size(); i += 2) {
    if (!knows_no_more(list[i], known)) continue;
    enabled.for_each([&](ThreadId t) {
      if (!has(list[i + 1], t)) threads.add(t);
    });
  }
}

Claims::Record Claims::with(Record record, Known known, const ThreadSet& sleepers) {
  const Sleepers asleep = number_of(sleepers);
  const std::span<const std::uint32_t> list = records_[record];
  scratch_.assign(1, list[0]);
  for (std::size_t i = 1; i < list.size(); i += 2)
    if (!contains(list[i + 1], asleep) || !knows_no_more(known, list[i]))
      scratch_.insert(scratch_.end(), {list[i], list[i + 1]});
  scratch_.insert(scratch_.end(), {known, asleep});
  return records_.add(scratch_);
}

Claims::Record Claims::with_summary(Record record, Summaries::Set summary) {
  scratch_.assign(records_[record].begin(), records_[record].end());
  scratch_[0] = summary;
  return records_.add(scratch_);
}

void Claims::write(WordWriter& out) const {
  out.put(knowledge_.size());
  for (const Knowledge& knowledge : knowledge_) out.put_bytes(knowledge.bytes());
  write_lists(sleepers_, out);
  write_lists(records_, out);
}

void Claims::read(WordReader& in) {
  *this = Claims();
  in.each([&] {
    const auto number = static_cast<Known>(knowledge_.size());
    const std::optional<Knowledge> knowledge = Knowledge::from_bytes(in.take_bytes());
    if (!knowledge || number_of(*knowledge) != number) in.fail();
  });
  read_lists(sleepers_, in);
  read_lists(records_, in);
  for (Record r = 0; r < records_.size(); ++r) {
    const std::span<const std::uint32_t> list = records_[r];
    bool fits = list.size() % 2 == 1;
    for (std::size_t i = 1; i + 1 < list.size(); i += 2)
      fits &= list[i] < knowledge_.size() && list[i + 1] < sleepers_.size();
    if (!fits) return in.fail();
  }
}

}  // namespace heddle
