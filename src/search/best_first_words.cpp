// Where a best-first search stands, for another process to go on with: the tree of schedules, the states, what was
// claimed of them, and the queue. The path to where the machine was is no part of it: the machine goes to any node by
// itself.
#include "search/best_first.h"
#include "search/stored_words.h"

namespace heddle {

BestFirst::Node BestFirst::next_node() const {
  return interrupted_ ? interrupted_->node : queue_.empty() ? ScheduleTree::kRoot : queue_.front().node;
}

void BestFirst::keep() {
  walk_.keep({}, [&](WordWriter& words) { write_store(words); }, places_.is_behind(next_node()));
}

bool BestFirst::resume(const Frontier& from) {
  WordReader words = walk_.stored_before(from);
  read_store(words);
  // At the start and at what comes next it can be seen whether this process means the same by its numbers.
  if (!words.is_at_end() || !knows_what_was_known() || !places_.go_to(next_node()) || !knows_what_was_known())
    return walk_.refuse_frontier(), false;
  return true;
}

// The machine is at a state that was met.
bool BestFirst::knows_what_was_known() {
  const std::size_t before = claims_.distinct_knowledge();
  return walk_.machine.knowledge(knowledge_) && claims_.number_of(knowledge_) < before;
}

void BestFirst::write_waiting(const Waiting& waiting, WordWriter& out) {
  out.put(waiting.depth);
  out.put(waiting.rank);
  out.put(waiting.expansion);
  out.put(waiting.node);
  out.put(waiting.next);
}

BestFirst::Waiting BestFirst::read_waiting(WordReader& in) const {
  Waiting waiting{};
  waiting.depth = static_cast<std::uint32_t>(in.take());
  waiting.rank = static_cast<std::uint32_t>(in.take());
  waiting.expansion = static_cast<std::uint32_t>(in.take());
  waiting.node = static_cast<Node>(in.take_below(tree_.size()));
  waiting.next = static_cast<std::uint32_t>(in.take());
  return waiting;
}

void BestFirst::write_store(WordWriter& out) const {
  tree_.write(out);
  claims_.write(out);
  store_.write(out);
  exact_.write(out);
  endless_.write(out);
  out.put(queue_.size());
  for (const Waiting& waiting : queue_) write_waiting(waiting, out);
  out.put(interrupted_ ? 1 : 0);
  if (interrupted_) write_waiting(*interrupted_, out);
  out.put(expansions_);
}

void BestFirst::read_store(WordReader& in) {
  tree_.read(in);
  claims_.read(in);
  store_.read(in);
  exact_.read(in);
  endless_.read(in, tree_);
  queue_.clear();
  in.each([&] { queue_.push_back(read_waiting(in)); });
  if (in.take_below(2) != 0) interrupted_ = read_waiting(in);
  expansions_ = static_cast<std::uint32_t>(in.take());
  store_.each([&](const StateStore::Entry& entry) {
    if (!claims_.has(entry.claims) || entry.number == 0 || entry.number > tree_.size()) in.fail();
  });
}

}  // namespace heddle
