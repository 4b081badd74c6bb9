// See locations.h. The layout of types decides what an index can reach: the innermost array around the offset whose
// elements have the size of the index's step. Where no type is known (a block of the heap that nobody has used as a
// structure yet) the step itself is taken for the size of its elements.
//
//   moved, indexed    the two kinds of pointer arithmetic
//   aggregates_at     the arrays and structures that contain an offset, outermost first
//   may_overlap       by residues of the greatest common divisor of the strides
#include "static/locations.h"

#include <algorithm>
#include <numeric>

#include "llvm/IR/DerivedTypes.h"

namespace heddle::analysis {

using namespace llvm;

namespace {

// More offsets than this in one object come from a pointer that is moved in a loop.
constexpr std::size_t kMaxOffsets = 128, kMaxOffsetsOfKnownSize = 512;

}  // namespace

bool may_overlap(const Location& a, std::uint64_t a_size, const Location& b, std::uint64_t b_size) {
  if (a.object != b.object) return false;
  const std::uint64_t a_length = a.span - 1 + std::max<std::uint64_t>(a_size, 1);
  const std::uint64_t b_length = b.span - 1 + std::max<std::uint64_t>(b_size, 1);
  const auto extent = [](const Location& l, std::uint64_t length) {
    if (l.stride == 0) return std::pair(l.offset, l.offset + length);
    return std::pair(l.begin, l.end == kNoEnd ? kNoEnd : l.end - l.stride + (l.offset - l.begin) + length);
  };
  const auto [a_begin, a_end] = extent(a, a_length);
  const auto [b_begin, b_end] = extent(b, b_length);
  if (a_end <= b_begin || b_end <= a_begin) return false;
  const std::uint64_t modulus = std::gcd(a.stride, b.stride);
  if (modulus == 0) return true;
  if (a_length >= modulus || b_length >= modulus) return true;
  const std::uint64_t forward = (b.offset % modulus + modulus - a.offset % modulus) % modulus;  // from a to b
  return forward < a_length || modulus - forward < b_length;
}

ObjectIndex Locations::add(Object object) {
  objects_.push_back(std::move(object));
  inside_.emplace_back();
  inexact_.emplace_back();
  return static_cast<ObjectIndex>(objects_.size() - 1);
}

std::optional<LocationIndex> Locations::find(Location location) {
  const Object& object = objects_[location.object];
  if (object.kind == Object::Kind::Function) location = {location.object};
  if (location.stride == 0 && object.size != 0 && location.offset > object.size) return std::nullopt;
  if (location.stride == 0 && location.offset != 0 &&
      inside_[location.object].size() > (object.size == 0 ? kMaxOffsets : kMaxOffsetsOfKnownSize))
    location = whole(location.object);
  const auto [entry, fresh] = known_.try_emplace(location, static_cast<LocationIndex>(list_.size()));
  if (!fresh) return entry->second;
  const LocationIndex index = entry->second;
  list_.push_back(location);
  // Two exact ones are different addresses.
  for (const LocationIndex other : location.exact() ? inexact_[location.object] : inside_[location.object])
    if (may_overlap(location, 1, list_[other], 1)) merged_.emplace_back(index, other);
  inside_[location.object].push_back(index);
  if (!location.exact()) inexact_[location.object].push_back(index);
  return index;
}

std::optional<LocationIndex> Locations::moved(LocationIndex from, std::int64_t by) {
  Location location = list_[from];
  if (by == 0) return from;
  if (location.stride == 1 && location.begin == 0) return from;  // anywhere
  const std::int64_t offset = static_cast<std::int64_t>(location.offset) + by;
  if (location.stride == 0) {
    if (location.span > 1) return anywhere_in(location.object);
    if (offset < 0) return std::nullopt;
    location.offset = static_cast<std::uint64_t>(offset);
    return find(location);
  }
  const std::int64_t in_element = static_cast<std::int64_t>(location.offset - location.begin) + by;
  if (by % static_cast<std::int64_t>(location.stride) == 0) return from;
  if (in_element < 0 || in_element >= static_cast<std::int64_t>(location.stride) || location.span > 1)
    return anywhere_in(location.object);
  location.offset = static_cast<std::uint64_t>(offset);
  return find(location);
}

std::vector<Locations::Aggregate> Locations::aggregates_at(const Object& object, std::uint64_t offset) const {
  std::vector<Aggregate> result;
  Type* type = object.type;
  if (type == nullptr || !type->isSized()) return result;
  std::uint64_t base = 0;
  if (object.kind == Object::Kind::Heap) {  // any number of them
    const std::uint64_t element = layout_.getTypeAllocSize(type).getKnownMinValue();
    if (element == 0) return result;
    result.push_back({0, kNoEnd, element});
    base = offset / element * element;
  }
  for (;;) {
    if (auto* array = dyn_cast<ArrayType>(type)) {
      type = array->getElementType();
      const std::uint64_t element = layout_.getTypeAllocSize(type);
      if (element == 0) return result;
      // A last member with one element or none is a beginning only; so is a variable that is only declared.
      const bool open =
          array->getNumElements() == 0 || (array->getNumElements() == 1 && object.kind == Object::Kind::Heap);
      result.push_back({base, open ? kNoEnd : base + element * array->getNumElements(), element});
      base += (offset - base) / element * element;
    } else if (auto* record = dyn_cast<StructType>(type)) {
      const StructLayout* fields = layout_.getStructLayout(record);
      const std::uint64_t size = fields->getSizeInBytes().getFixedValue();
      if (record->getNumElements() == 0 || offset - base >= size) return result;
      result.push_back({base, base + size, 0});
      const unsigned field = fields->getElementContainingOffset(offset - base);
      base += fields->getElementOffset(field).getFixedValue();
      type = record->getElementType(field);
    } else {
      return result;
    }
  }
}

// The array that a pointer to `location` runs through in steps of `stride`. Where the first member of a structure is
// an array, a pointer to the one is a pointer to the other: it may run through all of it, unless the code says that it
// indexes an array.
std::optional<Locations::Aggregate> Locations::array_around(const Location& location, std::uint64_t stride,
                                                            bool in_array) const {
  const std::vector<Aggregate> around = aggregates_at(objects_[location.object], location.offset);
  const auto is_array = [&](const Aggregate& a) {
    return a.element != 0 && stride % a.element == 0 && location.span <= a.element;
  };
  auto innermost = std::find_if(around.rbegin(), around.rend(), is_array);
  if (innermost == around.rend())  // bytes of an array's elements
    innermost = std::find_if(around.rbegin(), around.rend(),
                             [](const Aggregate& a) { return a.element != 0 && a.end != kNoEnd; });
  if (innermost == around.rend()) return std::nullopt;
  Aggregate found = *innermost;
  if (in_array || location.offset != found.begin) return found;
  for (auto outer = innermost + 1; outer != around.rend(); ++outer) {
    if (outer->begin != found.begin || outer->end == found.end) continue;
    if (outer->element == 0 || outer->element % found.element != 0) return std::nullopt;
    const bool rows = outer->element == (innermost->end == kNoEnd ? 0 : innermost->end - innermost->begin);
    if (!rows) return std::nullopt;
    innermost = outer;
    found.end = outer->end;
  }
  return found;
}

LocationIndex Locations::indexed(LocationIndex from, std::uint64_t stride, bool in_array) {
  const Location location = list_[from];
  if (stride == 0 || (location.stride == 1 && location.begin == 0)) return from;
  const Object& object = objects_[location.object];
  if (location.stride != 0) {
    if (stride % location.stride == 0) return from;
    const auto array = array_around(location, stride, in_array);  // inside the element
    if (!array || array->element > stride || array->end == kNoEnd || array->end - array->begin > location.stride)
      return anywhere_in(location.object);
    return *find(
        {location.object, array->begin, location.stride, location.begin, location.end, array->end - array->begin});
  }
  if (const auto array = array_around(location, stride, in_array)) {
    if (stride % array->element != 0 || location.span > array->element)
      return *find({location.object, array->begin, 0, 0, kNoEnd, array->end - array->begin});
    const std::uint64_t first = array->begin + (location.offset - array->begin) % array->element;
    return *find({location.object, first, array->element, array->begin, array->end, location.span});
  }
  if (object.kind == Object::Kind::Heap && object.type == nullptr && location.span == 1)
    return *find({location.object, location.offset % stride, stride, 0, kNoEnd, 1});
  return anywhere_in(location.object);
}

void Locations::note_type(LocationIndex at, Type* type) {
  Object& object = objects_[list_[at].object];
  if (object.kind != Object::Kind::Heap || object.type != nullptr || list_[at].offset != 0) return;
  if (!isa<StructType>(type) || !type->isSized()) return;
  if (object.size != 0 && layout_.getTypeAllocSize(type) > object.size) return;
  object.type = type;
}

}  // namespace heddle::analysis
