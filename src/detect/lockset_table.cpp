// Rows, ids and columns of the lockset table. See lockset_table.h.
#include "detect/lockset_table.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace heddle::detect {

namespace {
constexpr std::uint64_t kRowSpace = std::uint64_t{1} << 32;  // words
constexpr std::uint32_t kMaxIds = std::uint32_t{1} << 31;
constexpr std::uint32_t kMaxWords = std::uint32_t{1} << 20;  // of columns
constexpr std::uint32_t kFirstWords = 4;
constexpr std::uint32_t kSmallestRow = 4;
constexpr const char* kNoRoom = "the race detector's locksets need more room than there is";
}  // namespace

LocksetTable::LocksetTable(Journal& journal)
    : log_(journal),
      row_space_(kRowSpace * sizeof(std::uint64_t), "the detector's locksets"),
      ids_(log_, kMaxIds, "the detector's lockset indices"),
      roots_(log_, std::size_t{kMaxWords} * 64, "the detector's locksets"),
      clean_(log_, kMaxWords, "the detector's locksets") {}

// ---- rows ----

LocksetTable::Row& LocksetTable::row(Member m) {
  if (m.kind == Member::Kind::Object) {
    if (m.index >= objects_.size()) objects_.grow_to(m.index + 1);
    return objects_[m.index];
  }
  const std::size_t i = std::size_t{3} * m.index + static_cast<std::size_t>(m.kind);
  if (i >= threads_.size()) threads_.grow_to(i + 1);
  return threads_[i];
}

template <class F>
void LocksetTable::for_each_row(F f) {
  for (std::size_t i = 0; i < threads_.size(); ++i)
    if (threads_[i].words != 0)
      f(threads_[i], Member{static_cast<Member::Kind>(i % 3), static_cast<std::uint32_t>(i / 3)});
  for (std::size_t i = 0; i < objects_.size(); ++i)
    if (objects_[i].words != 0) f(objects_[i], Member{Member::Kind::Object, static_cast<std::uint32_t>(i)});
}

void LocksetTable::learn(Row& who, const Row& from) {
  const std::uint32_t common = std::min(who.words, from.words);
  std::uint64_t more = from.words > who.words;
  for (std::uint32_t w = 0; w < common; ++w) more |= from.at[w] & ~who.at[w];
  if (!more) return;  // nothing new: nothing to remember
  if (from.words > who.words)
    resize(who, from.words);
  else
    log_.journal().remember_bytes(who.at, from.words * sizeof(std::uint64_t));
  for (std::uint32_t w = 0; w < from.words; ++w) who.at[w] |= from.at[w];
}

void LocksetTable::assign(Row& who, const Row& from) {
  if (who.words == from.words && std::equal(who.at, who.at + who.words, from.at)) return;
  if (from.words == 0) return resize(who, 0);
  resize(who, from.words);
  std::memcpy(who.at, from.at, from.words * sizeof(std::uint64_t));
}

// What is in at[0 .. words) is in the journal afterwards, and zero where the row was shorter.
void LocksetTable::resize(Row& row, std::uint32_t words) {
  if (row.capacity < words) return reserve(row, words);
  if (words > 0) log_.journal().remember_bytes(row.at, words * sizeof(std::uint64_t));
  if (words > row.words) std::memset(row.at + row.words, 0, (words - row.words) * sizeof(std::uint64_t));
  if (row.words == words) return;
  log_.journal().remember(row);
  row.words = words;
}

void LocksetTable::reserve(Row& row, std::uint32_t words) {
  const std::uint32_t capacity = std::max({kSmallestRow, 2 * row.capacity, std::bit_ceil(words)});
  log_.journal().remember(row);
  log_.journal().remember(row_space_used_);
  if (kRowSpace - row_space_used_ < capacity) {
    overflowed_ = kNoRoom;
    row_space_used_ = 0;
  }
  std::uint64_t* const at = row_space_.as<std::uint64_t>() + row_space_used_;
  row_space_used_ += capacity;
  std::memset(at, 0, capacity * sizeof(std::uint64_t));
  if (row.words > 0) std::memcpy(at, row.at, row.words * sizeof(std::uint64_t));
  row = Row{at, words, capacity};
}

// ---- sets ----

SetId LocksetTable::make(Member only) {
  const std::uint32_t column = take_column();
  const SetId id = take_id();
  ids_.change(id) = Id{kRoot | column, 1};
  roots_.change(column) = id;
  ++change_state().sets;
  Row& r = row(only);
  if (column / 64 < r.words)
    log_.journal().remember(r.at[column / 64]);
  else
    resize(r, column / 64 + 1);
  r.at[column / 64] |= std::uint64_t{1} << column % 64;
  return id;
}

SetId LocksetTable::take_id() {
  State& s = change_state();
  if (s.free_id != 0) {
    const SetId id = s.free_id;
    s.free_id = ids_[id].parent;
    return id;
  }
  if (s.used_ids >= kMaxIds - 1) {
    overflowed_ = kNoRoom;
    return kMaxIds - 1;
  }
  return s.used_ids++;
}

// No reference is left. Its column is found to be dead by the next sweep.
void LocksetTable::die(SetId s) {
  for (;;) {
    const std::uint32_t parent = ids_[s].parent;
    State& state = change_state();
    ids_.change(s).parent = state.free_id;
    state.free_id = s;
    if (parent & kRoot) {
      roots_.change(parent & ~kRoot) = 0;
      --state.sets;
      return;
    }
    if (--ids_.change(parent).references != 0) return;
    s = parent;
  }
}

// Further than one step from its root: it becomes a child of that.
SetId LocksetTable::find_far(SetId s) {
  const SetId parent = ids_[s].parent;
  SetId root = parent;
  while (!(ids_[root].parent & kRoot)) root = ids_[root].parent;
  ++ids_.change(root).references;
  ids_.change(s).parent = root;
  drop_reference(parent);
  return root;
}

void LocksetTable::unite(SetId a, SetId b) {
  if (ids_[a].references < ids_[b].references) std::swap(a, b);
  roots_.change(ids_[b].parent & ~kRoot) = 0;
  ids_.change(b).parent = a;
  ++ids_.change(a).references;
  --change_state().sets;
}

std::vector<Member> LocksetTable::members(SetId s) {
  std::vector<Member> found;
  const std::uint32_t c = column(s);
  for_each_row([&](const Row& r, Member m) {
    if (has(r, c)) found.push_back(m);
  });
  return found;
}

std::uint32_t LocksetTable::take_column() {
  for (int swept = 0; swept < 2; ++swept) {
    for (std::uint32_t w = state_.hint; w < state_.words; ++w) {
      if (clean_[w] == 0) continue;
      const auto bit = static_cast<std::uint32_t>(std::countr_zero(clean_[w]));
      clean_.change(w) &= clean_[w] - 1;
      change_state().hint = w;
      return w * 64 + bit;
    }
    if (!swept) sweep();
  }
  overflowed_ = kNoRoom;
  return 0;
}

// ---- the sweep ----

void LocksetTable::sweep() {
  Rows rows;
  for_each_row([&](Row& r, Member) { rows.push_back(&r); });
  unite_equal_sets(rows);
  empty_dead_columns(rows);
  State& s = change_state();
  s.hint = 0;
  if (s.sets < columns() / 2 || s.words > kMaxWords / 2) return;
  const std::uint32_t words = std::max(kFirstWords, 2 * s.words);
  for (std::uint32_t w = s.words; w < words; ++w) clean_.change(w) = ~std::uint64_t{0};
  s.words = words;
}

void LocksetTable::unite_equal_sets(const Rows& rows) {
  const std::vector<std::uint64_t> prints = fingerprints(rows);
  std::vector<std::uint32_t> living;
  for (std::uint32_t c = 0; c < columns(); ++c)
    if (roots_[c] != 0) living.push_back(c);
  std::sort(living.begin(), living.end(),
            [&](auto a, auto b) { return std::pair(prints[a], a) < std::pair(prints[b], b); });
  // Equal sets have equal fingerprints; that the converse holds is likely, and made sure of.
  for (std::size_t i = 1, first = 0; i < living.size(); ++i) {
    const std::uint32_t a = living[first], b = living[i];
    if (prints[a] != prints[b])
      first = i;
    else if (same_column(rows, a, b)) {
      const SetId root_a = roots_[a], root_b = roots_[b];
      unite(root_a, root_b);
      if (roots_[a] == 0) living[first] = b;
    }
  }
}

namespace {

// Bit i of word j becomes bit j of word i.
void transpose(std::uint64_t (&m)[64]) {
  std::uint64_t mask = 0x00000000FFFFFFFF;
  for (unsigned j = 32; j != 0; j >>= 1, mask ^= mask << j)
    for (unsigned k = 0; k < 64; k = (k + j + 1) & ~j) {
      const std::uint64_t t = ((m[k] >> j) ^ m[k + j]) & mask;
      m[k] ^= t << j;
      m[k + j] ^= t;
    }
}

std::uint64_t scramble(std::uint64_t x) {
  x += 0x9E3779B97F4A7C15;
  x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9;
  x = (x ^ x >> 27) * 0x94D049BB133111EB;
  return x ^ x >> 31;
}

}  // namespace

// Of every column: 64 parities, each over some of its rows. A row takes part in eight of them, and 64 columns are done
// at a time.
std::vector<std::uint64_t> LocksetTable::fingerprints(const Rows& rows) const {
  const std::size_t words = state_.words;
  std::vector<std::uint64_t> parities(64 * words);
  for (std::size_t n = 0; n < rows.size(); ++n) {
    const Row& r = *rows[n];
    std::uint64_t choice = scramble(n);
    for (unsigned i = 0; i < 8; ++i, choice >>= 6) {
      std::uint64_t* const parity = parities.data() + (choice & 63) * words;
      for (std::uint32_t w = 0; w < r.words; ++w) parity[w] ^= r.at[w];
    }
  }
  std::vector<std::uint64_t> prints(64 * words);
  for (std::size_t w = 0; w < words; ++w) {
    std::uint64_t block[64];
    for (std::size_t i = 0; i < 64; ++i) block[i] = parities[i * words + w];
    transpose(block);
    std::copy(std::begin(block), std::end(block), prints.begin() + static_cast<std::ptrdiff_t>(64 * w));
  }
  return prints;
}

bool LocksetTable::same_column(const Rows& rows, std::uint32_t a, std::uint32_t b) {
  return std::all_of(rows.begin(), rows.end(), [&](const Row* r) { return has(*r, a) == has(*r, b); });
}

void LocksetTable::empty_dead_columns(const Rows& rows) {
  std::vector<std::uint64_t> living(state_.words);
  for (std::uint32_t c = 0; c < columns(); ++c) living[c / 64] |= std::uint64_t{roots_[c] != 0} << c % 64;
  for (std::uint32_t w = 0; w < state_.words; ++w)
    if (clean_[w] != ~living[w]) clean_.change(w) = ~living[w];
  for (Row* const row : rows) {
    log_.journal().remember_bytes(row->at, row->words * sizeof(std::uint64_t));
    std::uint32_t words = 0;
    for (std::uint32_t w = 0; w < row->words; ++w)
      if (row->at[w] &= living[w]; row->at[w] != 0) words = w + 1;
    if (words == row->words) continue;
    log_.journal().remember(*row);
    row->words = words;
  }
}

}  // namespace heddle::detect
