// Announcing what a modelled function does to memory, by the table model/memory_effects.def.
//
//   announce<"time">(call, out)                         what happens on entry
//   announce_later<"pthread_join">(call, handle, out)   the effects marked @, once the call has succeeded
//   announce_result<"calloc">(call, p, n, size)         what is at the result; the arguments follow
//
// Everything is resolved at compile time: what remains are the calls of reads() and writes().
#pragma once
#include <cstring>
#include <tuple>
#include <type_traits>

#include "machine/models.h"
#include "model/memory_effects.h"

namespace heddle {
namespace announcing {

template <class T>
std::uint64_t as_number(T value) {
  if constexpr (std::is_pointer_v<T>)
    return reinterpret_cast<std::uint64_t>(value);
  else
    return static_cast<std::uint64_t>(value);
}

template <MemoryEffect e, class... A>
void perform(const Call& call, const void* p, const std::tuple<A...>& arguments) {
  if constexpr (e.amount != MemoryEffect::Amount::Call) {
    if (e.may_be_null && !p) return;
    std::size_t size = e.bytes;
    if constexpr (e.amount == MemoryEffect::Amount::Text) size = std::strlen(static_cast<const char*>(p)) + 1;
    if constexpr (e.amount == MemoryEffect::Amount::Argument) size = as_number(std::get<e.factor - 1>(arguments));
    if constexpr (e.second_factor != 0) size *= as_number(std::get<e.second_factor - 1>(arguments));
    // Also what the model itself has no use for (attributes) must be there.
    if (size != 0) engine->must_be_usable(reinterpret_cast<Address>(p), size, e.kind == MemoryEffect::Kind::Write);
    e.kind == MemoryEffect::Kind::Read ? reads(p, size, call.site()) : writes(p, size, call.site());
  }
}

template <MemoryEffects all, bool later, std::size_t i = 0, class... A>
void each(const Call& call, const std::tuple<A...>& arguments) {
  if constexpr (i < all.count) {
    constexpr MemoryEffect e = all.list[i];
    if constexpr (e.argument != 0 && e.kind != MemoryEffect::Kind::Object && e.later == later)
      perform<e>(call, reinterpret_cast<const void*>(as_number(std::get<e.argument - 1>(arguments))), arguments);
    each<all, later, i + 1>(call, arguments);
  }
}

template <MemoryEffects all, std::size_t i = 0, class... A>
void at_result(const Call& call, const void* result, const std::tuple<A...>& arguments) {
  if constexpr (i < all.count) {
    if constexpr (all.list[i].argument == 0) perform<all.list[i]>(call, result, arguments);
    at_result<all, i + 1>(call, result, arguments);
  }
}

}  // namespace announcing

template <FunctionName name, class... A>
void announce(const Call& call, A... arguments) {
  announcing::each<memory_effects_of<name>(), false>(call, std::make_tuple(arguments...));
}
template <FunctionName name, class... A>
void announce_later(const Call& call, A... arguments) {
  announcing::each<memory_effects_of<name>(), true>(call, std::make_tuple(arguments...));
}
template <FunctionName name, class... A>
void announce_result(const Call& call, const void* result, A... arguments) {
  announcing::at_result<memory_effects_of<name>()>(call, result, std::make_tuple(arguments...));
}

}  // namespace heddle
