// Footprints, net effects and sleep sets as words (frontier.h).
#pragma once
#include <deque>
#include <vector>

#include "search/frontier.h"
#include "search/net_effect.h"
#include "search/sleep_set.h"
#include "search/thread_set.h"

namespace heddle {

// The sets of bytes that footprints which were read refer to: where they are kept.
using KeptByteSets = std::deque<std::vector<std::pair<Address, std::uint32_t>>>;

void write_footprint(const Footprint&, WordWriter&);
Footprint read_footprint(WordReader&, KeptByteSets&);

inline void write_effect(const Footprint& f, WordWriter& out) { write_footprint(f, out); }
inline void read_effect(Footprint& f, WordReader& in, KeptByteSets& kept) { f = read_footprint(in, kept); }
void write_effect(const NetEffect&, WordWriter&);
void read_effect(NetEffect&, WordReader&, KeptByteSets&);

void write_threads(const ThreadSet&, WordWriter&);
void read_threads(ThreadSet&, WordReader&);
inline ThreadId read_thread(WordReader& in) {
  const std::uint64_t index = in.take();
  if (index >= kMaxThreads) in.fail();
  return ThreadId(static_cast<std::uint16_t>(index < kMaxThreads ? index : 0));
}

template <class Effect>
void write_sleep(const SleepSetOf<Effect>& sleep, WordWriter& out) {
  out.put(sleep.sleepers().size());
  for (const auto& s : sleep.sleepers()) {
    out.put(s.thread.index());
    out.put(s.choice);
    out.put(s.outcomes);
    write_effect(s.footprint, out);
    out.put(s.signature);
  }
}

template <class Effect>
void read_sleep(SleepSetOf<Effect>& sleep, WordReader& in, KeptByteSets& kept) {
  sleep.clear();
  for (std::uint64_t left = in.take_count(); left > 0; --left) {
    typename SleepSetOf<Effect>::Sleeper s;
    s.thread = read_thread(in);
    s.choice = static_cast<Choice>(in.take());
    s.outcomes = static_cast<Choice>(in.take());
    read_effect(s.footprint, in, kept);
    s.signature = in.take();
    sleep.add(s);
  }
}

}  // namespace heddle
