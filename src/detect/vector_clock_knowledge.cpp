// What the vector-clock detector knows, as locksets: an epoch is in the past of exactly those threads and objects whose
// clocks have reached it, and these are the lockset of the access (knowledge.h). So epochs, which never come again in
// another interleaving, compare across interleavings after all.
#include "detect/knowledge_gather.h"
#include "detect/vector_clock.h"

namespace heddle {

using namespace detect;

// The accesses in a cell that is not split, for KnowledgeGatherer::add.
struct VectorClockDetector::Kept {
  const RecordPool& records;
  std::vector<std::uint64_t>& all;

  void add(Word w, AccessClass c) {
    if (w != 0) all.push_back(kept_access(Clocks::key(thread_of(w), clock_of(w)), c));
  }
  void add_all(std::span<const Word> words, AccessClass c) {
    for (const Word w : words) add(w, c);
  }
  std::span<const Word> words(Word mark) const { return {records.words(mark), RecordPool::word_count(mark)}; }

  std::span<const std::uint64_t> of(const Cell& c) {
    all.clear();
    if (is(Mark::Shared, c.write)) {  // the cell's read word is one of the record's
      add(words(c.write)[0], AccessClass::Write);
      add_all(words(c.write).subspan(1), AccessClass::Read);
      return all;
    }
    if (is(Mark::Atomic, c.write)) {
      add(words(c.write)[0], AccessClass::Write);
      for (std::size_t i = 1; i < words(c.write).size(); ++i)
        add(words(c.write)[i], i % 2 == 1 ? AccessClass::AtomicWrite : AccessClass::AtomicRead);
    } else {
      add(c.write, AccessClass::Write);
    }
    if (is(Mark::Readers, c.read))
      add_all(words(c.read), AccessClass::Read);
    else
      add(c.read, AccessClass::Read);
    return all;
  }
};

bool VectorClockDetector::was_written(Address begin, std::uint64_t size) const {
  std::vector<std::uint64_t> all;
  Kept kept{records_, all};
  const auto wrote = [&](const Cell& c) {
    if (!is_mark(c.write)) return c.write != 0 && !is_free(c.write);
    const Word plain = records_.words(c.write)[0];
    if (plain != 0 && !is_free(plain)) return true;
    const auto words = kept.words(c.write);
    for (std::size_t i = 1; is(Mark::Atomic, c.write) && i < words.size(); i += 2)
      if (words[i] != 0) return true;
    return false;
  };
  for (Address a = begin; a < begin + size; ++a) {
    const PageState& page = shadow_.page(a);
    const Cell& cell = page.common != Cell{} ? page.common : *cell_of(a);
    const bool split = is(Mark::Split, cell.write);
    if (is(Mark::Follows, cell.write) || wrote(split ? records_.cells(cell.write)[a & 3] : cell)) return true;
  }
  return false;
}

bool VectorClockDetector::knowledge(const Population& population, KnowledgeScratch& scratch, Knowledge& into) const {
  if (overflowed() != nullptr) return false;
  KnowledgeGatherer<Clocks> gatherer(clocks_, population, scratch);
  if (!gatherer.knows_who_acts()) shadow_.open_all();
  Kept kept{records_, gatherer.buffer()};
  Cell last{};  // that was added, and where: none
  Address where = 0;
  // Whoever can act knows of the accesses in a cell: so will all whom they create, and nobody else can ever act. A
  // record may change without its cell.
  shadow_.for_each(
      [&](const Cell& c, Address begin, Address end) {
        if (is(Mark::Follows, c.write)) {  // of the same epochs as the first of its group
          const Address first = begin - 4 * Address{index_of(c.write)};
          if (first == where) return gatherer.add_same(begin, end), false;
          last = *cell_of(first), where = first;
          return gatherer.add(begin, end, kept.of(last)), false;
        }
        const bool has_records = is_mark(c.write) || is_mark(c.read);
        if (c == last) return where = begin, gatherer.add_same(begin, end) && !has_records;
        last = {}, where = 0;
        if (!is(Mark::Split, c.write)) {
          last = c, where = begin;
          return gatherer.add(begin, end, kept.of(c)) && !has_records;
        }
        for (unsigned i = 0; i < 4; ++i)
          if (const Cell& byte = records_.cells(c.write)[i]; byte != Cell{})
            gatherer.add(begin + i, begin + i + 1, kept.of(byte));
        return false;
      },
      gatherer.knows_who_acts());
  gatherer.finish(into);
  return true;
}

}  // namespace heddle
