// A hash join: each thread builds the table of one part of the keys, then each looks up a share of the other relation
// in all of them.
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <thread>
#include <unordered_map>
#include <vector>

#ifndef SIZE
#define SIZE 150000
#endif

namespace {

constexpr std::size_t kThreads = 4;
constexpr std::size_t kLookups = 8;  // rows of the second relation for each of the first

struct Row {
  std::uint32_t key;
  std::uint32_t value;
};
using Relation = std::vector<Row>;
using Table = std::unordered_map<std::uint32_t, std::uint32_t>;

void build(const Relation& rows, Table& table, std::size_t part) {
  for (const Row& row : rows)
    if (row.key % kThreads == part) table.emplace(row.key, row.value);
}

void probe(const Relation& rows, const std::array<Table, kThreads>& tables, std::size_t part, std::uint64_t& sum) {
  const std::size_t end = rows.size() * (part + 1) / kThreads;
  for (std::size_t i = rows.size() * part / kThreads; i < end; ++i) {
    const Table& table = tables[rows[i].key % kThreads];
    const auto found = table.find(rows[i].key);
    if (found != table.end()) sum += found->second ^ rows[i].value;
  }
}

template <class F>
void on_all_threads(F work) {
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < kThreads; ++t) threads.emplace_back(work, t);
  for (std::thread& thread : threads) thread.join();
}

}  // namespace

int main() {
  Relation left, right;
  for (std::uint32_t i = 0; i < SIZE; ++i) left.push_back({i * 2654435761u, i});
  for (std::uint32_t i = 0; i < SIZE * kLookups; ++i) right.push_back({(i % (2 * SIZE)) * 2654435761u, 0});
  std::array<Table, kThreads> tables;
  std::array<std::uint64_t, kThreads> sums{};
  on_all_threads([&](std::size_t part) { build(left, tables[part], part); });
  on_all_threads([&](std::size_t part) { probe(right, tables, part, sums[part]); });
  std::uint64_t sum = 0;
  for (std::uint64_t part : sums) sum += part;
  const std::uint64_t n = SIZE;
  return sum == n * (n - 1) / 2 * (kLookups / 2) ? 0 : 1;
}
