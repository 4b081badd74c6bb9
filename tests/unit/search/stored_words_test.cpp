// What a search has stored goes out as words and comes in as what it was: tables, claims, summaries, trees.
#include <gtest/gtest.h>

#include "search/best_first.h"
#include "search/claims.h"
#include "search/exact_states.h"
#include "search/random_numbers.h"
#include "search/state_store.h"
#include "search/summaries.h"

namespace heddle {
namespace {

template <class T>
std::vector<std::uint64_t> words_of(const T& table) {
  WordWriter out;
  table.write(out);
  return out.take();
}

Fingerprint random_fingerprint(RandomNumbers& random) {
  return {std::uint64_t{random.below(~0u)} << 32 | random.below(~0u), random.below(~0u) + 1u};
}

TEST(StoredWords, AStoreComesBack) {
  RandomNumbers random(1);
  StateStore store;
  std::vector<StateStore::Entry> all;
  for (std::uint32_t i = 0; i < 20'000; ++i) {
    StateStore::Entry& entry = store.insert(random_fingerprint(random));
    entry.claims = random.below(1000);
    entry.number = i % 3;
    all.push_back(entry);
  }
  const std::vector<std::uint64_t> words = words_of(store);
  StateStore read;
  read.insert({1, 2});  // is not there any more afterwards
  WordReader in{std::span<const std::uint64_t>(words)};
  read.read(in);
  ASSERT_TRUE(in.is_at_end());
  EXPECT_EQ(read.size(), all.size());
  EXPECT_EQ(read.find({1, 2}), nullptr);
  for (const StateStore::Entry& entry : all) {
    const StateStore::Entry* const found = read.find(entry.fingerprint);
    ASSERT_NE(found, nullptr);
    EXPECT_EQ(found->claims, entry.claims);
    EXPECT_EQ(found->number, entry.number);
  }
  EXPECT_EQ(words_of(read), words);
}

// {t} knows of a write to one byte.
Knowledge knowledge_of(std::uint64_t thread, std::uint64_t address) {
  Knowledge knowledge;
  // One thread, one set with it, one history with a write that has this set, one range of a byte.
  std::vector<std::uint8_t> bytes = {1, static_cast<std::uint8_t>(thread), 0, 0, 0, 1, 1, 0, 1, 1, 0, 1};
  bytes.insert(bytes.end(), {static_cast<std::uint8_t>(address), 1, 0});
  const std::optional<Knowledge> read = Knowledge::from_bytes(bytes);
  EXPECT_TRUE(read);
  return read.value_or(Knowledge{});
}

TEST(StoredWords, ClaimsAndSummariesKeepTheirNumbers) {
  Claims claims;
  Summaries summaries;
  std::vector<Claims::Record> records;
  std::vector<Claims::Known> known;
  Summaries::Set set = 0;
  RandomNumbers random(2);
  for (unsigned i = 0; i < 200; ++i) {
    known.push_back(claims.number_of(knowledge_of(random.below(5), 1 + random.below(9))));
    ThreadSet sleepers;
    if (i % 2 == 0) sleepers.add(ThreadId(static_cast<std::uint16_t>(random.below(70))));
    Footprint footprint;
    footprint.parts[0] = {.role = Role::MutexAcquire, .width = 0, .object = 8 * random.below(10)};
    const std::pair<Address, std::uint32_t> bytes[] = {{i, 4}, {i + 8, 1}};
    if (i % 10 == 0) footprint.bytes = bytes;
    set = summaries.add(set, ThreadId(static_cast<std::uint16_t>(random.below(4))), footprint);
    const Claims::Record before = records.empty() ? 0 : records[random.below(static_cast<unsigned>(records.size()))];
    records.push_back(claims.with_summary(claims.with(before, known.back(), sleepers), set));
  }
  const std::vector<std::uint64_t> claimed = words_of(claims), summarised = words_of(summaries);
  Claims claims_read;
  Summaries summaries_read;
  WordReader in{std::span<const std::uint64_t>(claimed)}, in_too{std::span<const std::uint64_t>(summarised)};
  claims_read.read(in);
  summaries_read.read(in_too);
  ASSERT_TRUE(in.is_at_end() && in_too.is_at_end());
  EXPECT_EQ(words_of(claims_read), claimed);
  EXPECT_EQ(words_of(summaries_read), summarised);

  ThreadSet enabled;
  for (std::uint16_t t = 0; t < 70; t += 3) enabled.add(ThreadId(t));
  for (std::size_t i = 0; i < records.size(); ++i) {
    EXPECT_EQ(claims_read.summary(records[i]), claims.summary(records[i]));
    ThreadSet covered, covered_read;
    claims.covered(records[i], known[i / 2], enabled, covered);
    claims_read.covered(records[i], known[i / 2], enabled, covered_read);
    EXPECT_TRUE(covered.contains(covered_read) && covered_read.contains(covered));
  }
  std::size_t operations = 0;
  summaries_read.each(set, [&](ThreadId, const Footprint&, Summaries::Carriers) { ++operations; });
  EXPECT_GT(operations, 20u);
  EXPECT_EQ(claims_read.number_of(knowledge_of(2, 3)), claims.number_of(knowledge_of(2, 3)));
}

TEST(StoredWords, ImagesAndTreesComeBack) {
  ExactStates exact(true);
  const std::byte image[] = {std::byte{1}, std::byte{2}, std::byte{3}};
  exact.agrees({1, 1}, image);
  exact.agrees({2, 2}, std::span<const std::byte>());
  ScheduleTree tree;
  const ScheduleTree::Node one = tree.add(ScheduleTree::kRoot, {ThreadId(1), 0});
  tree.add(one, {ThreadId(2), 7});
  tree.add(ScheduleTree::kRoot, {ThreadId(2), 1});
  WordWriter out;
  exact.write(out);
  tree.write(out);
  const std::vector<std::uint64_t> words = out.take();
  ExactStates exact_read(true);
  ScheduleTree tree_read;
  WordReader in{std::span<const std::uint64_t>(words)};
  exact_read.read(in);
  tree_read.read(in);
  ASSERT_TRUE(in.is_at_end());
  EXPECT_TRUE(exact_read.agrees({1, 1}, image));
  EXPECT_FALSE(exact_read.agrees({2, 2}, image));
  ASSERT_EQ(tree_read.size(), 4u);
  EXPECT_EQ(tree_read.parent(2), one);
  EXPECT_EQ(tree_read.depth(2), 2u);
  EXPECT_EQ(tree_read.step(2).choice, 7);
  EXPECT_EQ(tree_read.parent(3), ScheduleTree::kRoot);
}

// Whatever is cut off or changed is noticed, or is another table that could be.
TEST(StoredWords, DamageEndsInFailure) {
  Summaries summaries;
  Footprint footprint;
  footprint.parts[0] = {.role = Role::MutexAcquire, .width = 0, .object = 8};
  const Summaries::Set set = summaries.add(0, ThreadId(1), footprint);
  summaries.add(set, ThreadId(2), footprint);
  const std::vector<std::uint64_t> words = words_of(summaries);
  for (std::size_t length = 0; length < words.size(); ++length) {
    WordReader in{std::span<const std::uint64_t>(words).first(length)};
    Summaries read;
    read.read(in);
    EXPECT_FALSE(in.is_at_end()) << length;
  }
  for (std::size_t i = 0; i < words.size(); ++i)
    for (const std::uint64_t wrong : {std::uint64_t{0}, words[i] + 1, ~std::uint64_t{0}}) {
      std::vector<std::uint64_t> damaged = words;
      damaged[i] = wrong;
      WordReader in{std::span<const std::uint64_t>(damaged)};
      Summaries read;
      read.read(in);
      if (in.is_at_end()) read.each(0, [](ThreadId, const Footprint&, Summaries::Carriers) {});
    }
}

TEST(StoredWords, PiecesAreOneSequence) {
  std::vector<std::vector<std::uint64_t>> pieces;
  WordWriter out([&](std::span<const std::uint64_t> piece) { pieces.emplace_back(piece.begin(), piece.end()); });
  const std::uint64_t count = 2 * WordWriter::kPiece + 5;
  for (std::uint64_t i = 0; i < count; ++i) out.put(i);
  const std::vector<std::uint8_t> bytes = {1, 2, 3, 4, 5, 6, 7, 8, 9};
  out.put_bytes(bytes);
  out.flush();
  EXPECT_EQ(pieces.size(), 3u);
  EXPECT_EQ(out.drained(), count + 3);
  std::size_t next = 0;
  const auto source = [&] {
    return next < pieces.size() ? std::span<const std::uint64_t>(pieces[next++]) : std::span<const std::uint64_t>();
  };
  WordReader in(source, out.drained());
  for (std::uint64_t i = 0; i < count; ++i) ASSERT_EQ(in.take(), i);
  EXPECT_EQ(in.take_bytes(), bytes);
  EXPECT_TRUE(in.is_at_end());
  in.take();
  EXPECT_TRUE(in.failed());
  next = 0;
  WordReader longer(source, out.drained() + 1);  // than there is
  for (std::uint64_t i = 0; i < count + 3; ++i) longer.take();
  EXPECT_FALSE(longer.is_at_end());
}

}  // namespace
}  // namespace heddle
