#include "search/footprint_words.h"

namespace heddle {
namespace {

enum Flag : std::uint64_t { kExit = 1, kSpin = 2, kLocks = 4, kBegins = 8 };

void write_bytes(ByteSet bytes, WordWriter& out) {
  out.put(bytes.size());
  for (const auto& [address, width] : bytes) {
    out.put(address);
    out.put(width);
  }
}

ByteSet read_bytes(WordReader& in, KeptByteSets& kept) {
  const std::uint64_t count = in.take_count();
  if (count == 0) return {};
  auto& bytes = kept.emplace_back();
  for (std::uint64_t i = 0; i < count; ++i) {
    const Address address = in.take();
    bytes.emplace_back(address, static_cast<std::uint32_t>(in.take()));
  }
  return bytes;
}

}  // namespace

void write_footprint(const Footprint& f, WordWriter& out) {
  out.put((f.exit ? kExit : 0) | (f.spin ? kSpin : 0) | (f.locks ? kLocks : 0) | (f.begins ? kBegins : 0));
  for (const Footprint::Part& part : f.parts) {
    out.put(static_cast<std::uint64_t>(part.role));
    out.put(part.width);
    out.put(part.object);
  }
  write_bytes(f.bytes, out);
}

Footprint read_footprint(WordReader& in, KeptByteSets& kept) {
  Footprint f;
  const std::uint64_t flags = in.take();
  f.exit = (flags & kExit) != 0;
  f.spin = (flags & kSpin) != 0;
  f.locks = (flags & kLocks) != 0;
  f.begins = (flags & kBegins) != 0;
  for (Footprint::Part& part : f.parts) {
    const std::uint64_t role = in.take();
    if (role >= static_cast<std::uint64_t>(Role::kCount)) in.fail();
    part.role = role < static_cast<std::uint64_t>(Role::kCount) ? static_cast<Role>(role) : Role::Nothing;
    part.width = static_cast<std::uint32_t>(in.take());
    part.object = in.take();
  }
  f.bytes = read_bytes(in, kept);
  return f;
}

void write_effect(const NetEffect& effect, WordWriter& out) {
  write_footprint(effect.footprint, out);
  out.put(effect.passes ? 1 : 0);
  out.put(effect.accesses.size());
  for (const WatchedRange& range : effect.accesses) {
    out.put(range.begin);
    out.put(range.end);
    out.put(range.write ? 1 : 0);
  }
}

void read_effect(NetEffect& effect, WordReader& in, KeptByteSets& kept) {
  effect.footprint = read_footprint(in, kept);
  effect.passes = in.take() != 0;
  effect.accesses.clear();
  for (std::uint64_t left = in.take_count(); left > 0; --left) {
    WatchedRange range{};
    range.begin = in.take();
    range.end = in.take();
    range.write = in.take() != 0;
    effect.accesses.push_back(range);
  }
}

void write_threads(const ThreadSet& threads, WordWriter& out) {
  out.put(threads.size());
  threads.for_each([&](ThreadId t) { out.put(t.index()); });
}

void read_threads(ThreadSet& threads, WordReader& in) {
  threads.clear();
  for (std::uint64_t left = in.take_count(); left > 0; --left) threads.add(read_thread(in));
}

}  // namespace heddle
