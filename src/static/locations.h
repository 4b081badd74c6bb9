// Abstract memory: objects (a variable, a function, the blocks of one allocation site) and the places inside them that
// pointers may point to. Field-sensitive by byte offset; what an index that is not constant can reach is one location.
//
//   exact      offset 8 of `queue`                        &queue.head
//   strided    offset 8, 32, 56 ... of `table`            &table[i].next: stride 24, from `begin` to `end`
//   a span     any byte of [40, 80), perhaps strided      &queue.slots[i] within table[j]; memory that is indexed by
//   bytes
//
// Two locations that can be the same address share what is stored there: `Locations::cell` gives one number for all
// that can overlap. Offsets outside of an object of known size, which a correct program never computes, have no
// location.
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Value.h"

namespace heddle::analysis {

using ObjectIndex = std::uint32_t;
using LocationIndex = std::uint32_t;
constexpr std::uint64_t kNoEnd = ~std::uint64_t{0};

struct Object {
  enum class Kind : std::uint8_t { Global, ThreadLocal, Function, Stack, Heap, Handle, Outside };
  Kind kind = Kind::Outside;
  std::uint32_t context = 0;           // the thread whose code makes it (Stack, Heap); whose id it is (Handle)
  std::uint32_t owner = 0;             // the function that makes it, as that thread runs it
  const llvm::Value* value = nullptr;  // global, function, alloca or argument, call that allocates; nullptr: see name
  std::uint64_t size = 0;              // bytes; 0: unknown
  llvm::Type* type = nullptr;          // layout as far as known; of Heap: of each of its elements
  std::string name;                    // where there is no value
};

struct Location {
  ObjectIndex object = 0;
  std::uint64_t offset = 0;
  std::uint64_t stride = 0;               // 0: not repeated
  std::uint64_t begin = 0, end = kNoEnd;  // of the array, if repeated
  std::uint64_t span = 1;                 // any of so many bytes from offset
  bool exact() const { return stride == 0 && span == 1; }
  friend auto operator<=>(const Location&, const Location&) = default;
};

// Can an access of `a_size` bytes at a and one of `b_size` bytes at b touch the same byte? Only within one object.
bool may_overlap(const Location& a, std::uint64_t a_size, const Location& b, std::uint64_t b_size);

class Locations {
 public:
  explicit Locations(const llvm::DataLayout& layout) : layout_(layout) {}

  ObjectIndex add(Object object);
  Object& object(ObjectIndex index) { return objects_[index]; }
  const Object& object(ObjectIndex index) const { return objects_[index]; }
  std::size_t objects() const { return objects_.size(); }

  LocationIndex start_of(ObjectIndex object) { return *find({object}); }
  LocationIndex anywhere_in(ObjectIndex object) { return *find(whole(object)); }
  // A pointer moved by a constant, or by a multiple of `stride` that is not known; in_array: by an index of an array,
  // which the pointer does not leave.
  std::optional<LocationIndex> moved(LocationIndex from, std::int64_t by);
  LocationIndex indexed(LocationIndex from, std::uint64_t stride, bool in_array);
  // A field of this type begins at offset 0 of the object: tells what a block of the heap is.
  void note_type(LocationIndex at, llvm::Type* type);

  const Location& operator[](LocationIndex index) const { return list_[index]; }
  std::size_t size() const { return list_.size(); }
  const std::vector<LocationIndex>& inside(ObjectIndex object) const { return inside_[object]; }

  // Pairs of locations that turned out to share their contents since the last call.
  std::vector<std::pair<LocationIndex, LocationIndex>> take_merged() { return std::exchange(merged_, {}); }

 private:
  struct Aggregate {
    std::uint64_t begin, end, element;  // of a structure 0
  };
  std::optional<LocationIndex> find(Location location);
  Location whole(ObjectIndex object) const { return {object, 0, 1, 0, kNoEnd, 1}; }
  std::vector<Aggregate> aggregates_at(const Object& object, std::uint64_t offset) const;
  std::optional<Aggregate> array_around(const Location& location, std::uint64_t stride, bool in_array) const;

  const llvm::DataLayout& layout_;
  std::vector<Object> objects_;
  std::vector<Location> list_;
  std::map<Location, LocationIndex> known_;
  std::vector<std::vector<LocationIndex>> inside_;   // by object
  std::vector<std::vector<LocationIndex>> inexact_;  // by object
  std::vector<std::pair<LocationIndex, LocationIndex>> merged_;
};

}  // namespace heddle::analysis
