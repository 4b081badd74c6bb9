// Comparing, intersecting, hashing. See knowledge.h for what each means.
#include "detect/knowledge.h"

#include <xxhash.h>

#include <algorithm>
#include <iterator>

#include "detect/knowledge_form.h"

namespace heddle {

using detect::KnowledgeForm;
using detect::MemberKey;

namespace {

// Two in one form, so that sets and histories of the one compare with those of the other.
struct Together {
  KnowledgeForm form;
  std::vector<KnowledgeForm::Range> a, b;

  void read(const Knowledge& one, const Knowledge& other) {
    KnowledgeForm::read_members(one.bytes(), one_members_);
    KnowledgeForm::read_members(other.bytes(), other_members_);
    all_.clear();
    std::ranges::set_union(one_members_, other_members_, std::back_inserter(all_));
    form.start(all_);
    form.read(one.bytes(), a);
    form.read(other.bytes(), b);
  }

  // f(begin, end, history of a, history of b) by ascending address, where either is not empty, until it says no.
  template <class F>
  bool each(F f) const {
    Address at = 0;
    for (std::size_t i = 0, j = 0; i < a.size() || j < b.size();) {
      const Address begin_a = i < a.size() ? std::max(at, a[i].begin) : ~Address{0};
      const Address begin_b = j < b.size() ? std::max(at, b[j].begin) : ~Address{0};
      const Address begin = std::min(begin_a, begin_b);
      const Address end_a = i == a.size() ? ~Address{0} : begin_a > begin ? begin_a : a[i].end;
      const Address end_b = j == b.size() ? ~Address{0} : begin_b > begin ? begin_b : b[j].end;
      at = std::min(end_a, end_b);
      if (!f(begin, at, begin_a == begin ? a[i].history : KnowledgeForm::kNothing,
             begin_b == begin ? b[j].history : KnowledgeForm::kNothing))
        return false;
      if (i < a.size() && a[i].end == at) ++i;
      if (j < b.size() && b[j].end == at) ++j;
    }
    return true;
  }

 private:
  std::vector<MemberKey> one_members_, other_members_, all_;
};

}  // namespace

Knowledge::Hash Knowledge::hash() const {
  const XXH128_hash_t hash = XXH3_128bits(bytes_.data(), bytes_.size());
  return {hash.low64, hash.high64};
}

bool Knowledge::knows_no_more_than(const Knowledge& newer) const {
  if (bytes_ == newer.bytes_ || newer.empty()) return true;
  if (empty()) return false;
  static thread_local Together both;  // its buffers are used again
  both.read(*this, newer);
  // Neighbouring ranges alternate between few pairs of histories.
  KnowledgeForm::History last_a = KnowledgeForm::kNothing, last_b = KnowledgeForm::kNothing;
  return both.each([&](Address, Address, KnowledgeForm::History a, KnowledgeForm::History b) {
    if (a == last_a && b == last_b) return true;
    last_a = a, last_b = b;
    return both.form.covers_all(a, b);
  });
}

Knowledge intersect(const Knowledge& a, const Knowledge& b) {
  if (a == b || b.empty()) return a;
  if (a.empty()) return b;
  static thread_local Together both;
  both.read(a, b);
  std::vector<KnowledgeForm::KnownAccess> accesses;
  both.each([&](Address begin, Address end, KnowledgeForm::History x, KnowledgeForm::History y) {
    accesses.assign(both.form.accesses(x).begin(), both.form.accesses(x).end());
    accesses.insert(accesses.end(), both.form.accesses(y).begin(), both.form.accesses(y).end());
    both.form.add_range(begin, end, both.form.add_history(accesses));
    return true;
  });
  Knowledge result;
  both.form.write(result.bytes_);
  return result;
}

Knowledge Knowledge::coarsened() const {
  static thread_local Together alone;
  alone.read(*this, {});
  KnowledgeForm& form = alone.form;
  std::vector<std::uint64_t> common(form.words());
  for (const KnowledgeForm::Range& range : alone.a) {
    std::vector<KnowledgeForm::KnownAccess> accesses;
    for (unsigned kind = 0; kind < 4; ++kind) {
      bool any = false;
      std::ranges::fill(common, ~std::uint64_t{0});
      for (const KnowledgeForm::KnownAccess access : form.accesses(range.history)) {
        if ((access & 3) != kind) continue;
        any = true;
        for (std::size_t i = 0; i < common.size(); ++i) common[i] &= form.bits(access >> 2)[i];
      }
      if (any) accesses.push_back(KnowledgeForm::known_access(form.add_set(common), detect::AccessClass(kind)));
    }
    form.add_range(range.begin, range.end, form.add_history(accesses));
  }
  Knowledge result;
  form.write(result.bytes_);
  return result;
}

std::optional<Knowledge> Knowledge::from_bytes(std::span<const std::uint8_t> bytes) {
  std::vector<MemberKey> members;
  std::vector<KnowledgeForm::Range> ranges;
  KnowledgeForm form;
  if (!KnowledgeForm::read_members(bytes, members)) return std::nullopt;
  form.start(members);
  if (!form.read(bytes, ranges)) return std::nullopt;
  for (const KnowledgeForm::Range& range : ranges) form.add_range(range.begin, range.end, range.history);
  Knowledge result;
  form.write(result.bytes_);
  // What reads well and is written differently is not canonical.
  if (!std::ranges::equal(result.bytes_, bytes)) return std::nullopt;
  return result;
}

std::vector<Knowledge::KnownRange> Knowledge::ranges() const {
  Together alone;
  alone.read(*this, {});
  std::vector<KnownRange> all;
  for (const KnowledgeForm::Range& range : alone.a) {
    KnownRange& known = all.emplace_back(KnownRange{range.begin, range.end, {}});
    for (const KnowledgeForm::KnownAccess access : alone.form.accesses(range.history)) {
      KnownAccess& one = known.accesses.emplace_back(KnownAccess{kind_of(detect::AccessClass(access & 3)), {}});
      alone.form.each_member(access >> 2, [&](std::size_t m) {
        const MemberKey key = alone.form.members()[m];
        one.lockset.emplace_back(static_cast<detect::Member::Kind>(key >> detect::kNameBits),
                                 key & ((MemberKey{1} << detect::kNameBits) - 1));
      });
    }
  }
  return all;
}

}  // namespace heddle
