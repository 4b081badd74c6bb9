// Sets, histories and ranges, and how they are written and read. See knowledge_form.h.
#include "detect/knowledge_form.h"

#include <algorithm>

namespace heddle::detect {

// Numbers from bytes that may be anything: after the first that is not there `failed`, and all are 0.
struct KnowledgeForm::Reader {
  const std::uint8_t* at;
  const std::uint8_t* end;
  bool failed = false;

  explicit Reader(std::span<const std::uint8_t> bytes) : at(bytes.data()), end(bytes.data() + bytes.size()) {}
  std::uint64_t number() {
    std::uint64_t result = 0;
    for (unsigned shift = 0; at != end && shift < 64; shift += 7) {
      const std::uint8_t byte = *at++;
      result |= std::uint64_t{byte & 127U} << shift;
      if (byte < 128) return result;
    }
    failed = true;
    return 0;
  }
  // How many there are of something that needs a byte each: more than that many bytes cannot be.
  std::size_t count() {
    const std::uint64_t result = number();
    if (result > static_cast<std::uint64_t>(end - at)) failed = true;
    return failed ? 0 : result;
  }
};

namespace {

constexpr std::uint32_t kUnnumbered = ~std::uint32_t{0};
constexpr std::size_t kMostBytes = 10;  // of one number
constexpr unsigned kKinds = 4;

std::uint8_t* put(std::uint8_t* at, std::uint64_t number) {
  for (; number >= 128; number >>= 7) *at++ = static_cast<std::uint8_t>(number | 128);
  *at++ = static_cast<std::uint8_t>(number);
  return at;
}

}  // namespace

bool KnowledgeForm::read_keys(Reader& reader, std::vector<MemberKey>& into) {
  into.clear();
  for (unsigned kind = 0; kind < kKinds; ++kind) {
    std::uint64_t name = 0;
    for (std::size_t left = reader.count(); left > 0; --left) {
      name += reader.number();
      if (name >> kNameBits != 0) return false;
      into.push_back(member_key(static_cast<Member::Kind>(kind), name++));
    }
  }
  return !reader.failed;
}

void KnowledgeForm::start(std::span<const MemberKey> members) {
  members_.assign(members.begin(), members.end());
  words_ = (members.size() + 63) / 64;
  thread_of_.resize(members.size());
  pending_.clear();
  for (std::size_t m = 0; m < members.size(); ++m) {
    thread_of_[m] = m;
    if (members[m] >> kNameBits != static_cast<MemberKey>(Member::Kind::Pending)) continue;
    const MemberKey thread = member_key(Member::Kind::Thread, members[m] & ((MemberKey{1} << kNameBits) - 1));
    const auto at = std::ranges::lower_bound(members_, thread);
    if (*at != thread) continue;  // there is one that is not less: m itself
    thread_of_[m] = static_cast<std::size_t>(at - members_.begin());
    pending_.push_back(m);
  }
  sets_.clear();
  histories_.clear();
  histories_.add({});
  ranges_.clear();
}

KnowledgeForm::Set KnowledgeForm::add_set(std::vector<std::uint64_t>& bits) {
  for (const std::size_t m : pending_)
    if (has(bits, thread_of_[m])) bits[m / 64] |= std::uint64_t{1} << m % 64;
  return sets_.add(bits);
}

bool KnowledgeForm::is_subset(Set a, Set b) const {
  if (a == b) return true;
  const auto x = sets_[a], y = sets_[b];
  for (std::size_t i = 0; i < words_; ++i)
    if (x[i] & ~y[i]) return false;
  return true;
}

// By the first member that only one of the two has: members that occur nowhere make no difference, nor do Pendings that
// come with their threads, which stand before them.
bool KnowledgeForm::comes_before(KnownAccess a, KnownAccess b) const {
  if ((a & 3) != (b & 3)) return (a & 3) < (b & 3);
  const auto x = sets_[a >> 2], y = sets_[b >> 2];
  for (std::size_t i = 0; i < words_; ++i)
    if (const std::uint64_t differ = x[i] ^ y[i]; differ != 0) return (x[i] & (differ & -differ)) != 0;
  return false;
}

KnowledgeForm::History KnowledgeForm::add_history(std::vector<KnownAccess>& all) {
  if (all.size() > 1) {
    std::sort(all.begin(), all.end(), [&](KnownAccess a, KnownAccess b) { return comes_before(a, b); });
    all.erase(std::unique(all.begin(), all.end()), all.end());
    std::size_t kept = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
      // No two stand for each other, so whoever is gone already has somebody else who stands for this one.
      const auto covered_by = [&](KnownAccess other) { return other != all[i] && covers(other, all[i]); };
      const bool covered = std::any_of(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(kept), covered_by) ||
                           std::any_of(all.begin() + static_cast<std::ptrdiff_t>(i), all.end(), covered_by);
      if (!covered) all[kept++] = all[i];
    }
    all.resize(kept);
  }
  return histories_.add(all);
}

bool KnowledgeForm::covers_all(History a, History b) const {
  return a == b || std::ranges::all_of(accesses(b), [&](KnownAccess y) {
           return std::ranges::any_of(accesses(a), [&](KnownAccess x) { return covers(x, y); });
         });
}

void KnowledgeForm::add_range(Address begin, Address end, History h) {
  if (h == kNothing) return;
  if (!ranges_.empty() && ranges_.back().end == begin && ranges_.back().history == h)
    ranges_.back().end = end;
  else
    ranges_.push_back({begin, end, h});
}

// ---- writing ----

// Everything that the ranges use, in the order of its first occurrence.
void KnowledgeForm::number() {
  set_order_.clear(), history_order_.clear();
  set_number_.assign(sets_.size(), kUnnumbered);
  history_number_.assign(histories_.size(), kUnnumbered);
  used_.assign(words_, 0);
  for (const Range& range : ranges_) {
    if (history_number_[range.history] != kUnnumbered) continue;
    history_number_[range.history] = static_cast<std::uint32_t>(history_order_.size());
    history_order_.push_back(range.history);
    for (const KnownAccess access : accesses(range.history)) {
      const Set s = access >> 2;
      if (set_number_[s] != kUnnumbered) continue;
      set_number_[s] = static_cast<std::uint32_t>(set_order_.size());
      set_order_.push_back(s);
      each_member(s, [&](std::size_t m) { used_[m / 64] |= std::uint64_t{1} << m % 64; });
    }
  }
}

void KnowledgeForm::write(std::vector<std::uint8_t>& bytes) {
  bytes.clear();
  if (ranges_.empty()) return;
  number();
  std::size_t numbers = kKinds + members_.size() + 3 + 3 * ranges_.size();
  numbers += set_order_.size() * (1 + members_.size());
  for (const History h : history_order_) numbers += 1 + accesses(h).size();
  bytes.resize(numbers * kMostBytes);
  std::uint8_t* at = write_members(bytes.data());
  at = write_sets(at);
  at = put(at, history_order_.size());
  for (const History h : history_order_) {
    at = put(at, accesses(h).size());
    for (const KnownAccess a : accesses(h)) at = put(at, std::uint64_t{set_number_[a >> 2]} << 2 | (a & 3));
  }
  at = put(at, ranges_.size());
  Address before = 0;
  for (const Range& range : ranges_) {
    at = put(at, range.begin - before);
    at = put(at, range.end - range.begin);
    at = put(at, history_number_[range.history]);
    before = range.end;
  }
  bytes.resize(static_cast<std::size_t>(at - bytes.data()));
}

std::uint8_t* KnowledgeForm::write_members(std::uint8_t* at) {
  std::uint64_t counts[kKinds] = {};
  member_number_.resize(members_.size());
  std::uint32_t next = 0;
  for_each_bit(used_, [&](std::size_t m) {
    ++counts[members_[m] >> kNameBits];
    member_number_[m] = next++;
  });
  unsigned kind = 0;
  at = put(at, counts[0]);
  MemberKey expected = 0;
  for_each_bit(used_, [&](std::size_t m) {
    for (; kind < members_[m] >> kNameBits; expected = MemberKey{kind} << kNameBits) at = put(at, counts[++kind]);
    at = put(at, members_[m] - expected);
    expected = members_[m] + 1;
  });
  while (kind < kKinds - 1) at = put(at, counts[++kind]);
  return at;
}

std::uint8_t* KnowledgeForm::write_sets(std::uint8_t* at) const {
  at = put(at, set_order_.size());
  for (const Set s : set_order_) {
    std::uint64_t size = 0;
    each_member(s, [&](std::size_t) { ++size; });
    at = put(at, size);
    std::uint32_t next = 0;
    each_member(s, [&](std::size_t m) {
      at = put(at, member_number_[m] - next);
      next = member_number_[m] + 1;
    });
  }
  return at;
}

// ---- reading ----

bool KnowledgeForm::read_members(std::span<const std::uint8_t> bytes, std::vector<MemberKey>& into) {
  into.clear();
  Reader reader(bytes);
  return bytes.empty() || read_keys(reader, into);
}

bool KnowledgeForm::read(std::span<const std::uint8_t> bytes, std::vector<Range>& into) {
  into.clear();
  if (bytes.empty()) return true;
  Reader reader(bytes);
  std::vector<Set> sets;
  std::vector<History> histories;
  if (!read_sets(reader, sets) || !read_histories(reader, sets, histories)) return false;
  Address before = 0;
  for (std::size_t left = reader.count(); left > 0; --left) {
    const Address begin = before + reader.number(), end = begin + reader.number();
    const std::uint64_t history = reader.number();
    if (reader.failed || begin < before || end <= begin || history >= histories.size()) return false;
    into.push_back({begin, end, histories[history]});
    before = end;
  }
  return !reader.failed && reader.at == reader.end;
}

bool KnowledgeForm::read_sets(Reader& reader, std::vector<Set>& sets) {
  std::vector<MemberKey> keys;
  if (!read_keys(reader, keys)) return false;
  std::vector<std::size_t> places;  // in this universe
  for (const MemberKey key : keys)
    places.push_back(static_cast<std::size_t>(std::ranges::lower_bound(members_, key) - members_.begin()));
  std::vector<std::uint64_t> bits(words_);
  for (std::size_t left = reader.count(); left > 0; --left) {
    std::ranges::fill(bits, 0);
    std::uint64_t next = 0;
    for (std::size_t members = reader.count(); members > 0; --members, ++next) {
      next += reader.number();
      if (reader.failed || next >= places.size()) return false;
      bits[places[next] / 64] |= std::uint64_t{1} << places[next] % 64;
    }
    sets.push_back(add_set(bits));
  }
  return !reader.failed;
}

bool KnowledgeForm::read_histories(Reader& reader, std::span<const Set> sets, std::vector<History>& histories) {
  std::vector<KnownAccess> accesses;
  for (std::size_t left = reader.count(); left > 0; --left) {
    accesses.clear();
    for (std::size_t size = reader.count(); size > 0; --size) {
      const std::uint64_t access = reader.number();
      if (reader.failed || access >> 2 >= sets.size()) return false;
      accesses.push_back(known_access(sets[access >> 2], static_cast<AccessClass>(access & 3)));
    }
    histories.push_back(add_history(accesses));
  }
  return !reader.failed;
}

}  // namespace heddle::detect
