// Integers that cannot be mixed up: a ThreadId is not an ObjectId although both count from zero.
#pragma once
#include <compare>
#include <cstddef>
#include <functional>

namespace heddle {

template <class Tag, class Rep>
struct StrongId {
  Rep value{};

  constexpr StrongId() = default;
  constexpr explicit StrongId(Rep v) : value(v) {}
  constexpr std::size_t index() const { return static_cast<std::size_t>(value); }
  friend constexpr auto operator<=>(StrongId, StrongId) = default;
};

}  // namespace heddle

template <class Tag, class Rep>
struct std::hash<heddle::StrongId<Tag, Rep>> {
  std::size_t operator()(heddle::StrongId<Tag, Rep> id) const noexcept { return id.index(); }
};
