// What a library function reads and writes through its arguments: the table memory_effects.def, read at compile time.
//
// A list of effects, separated by blanks; each is
//
//   r w o       reads, writes, or uses a synchronisation object
//   1 2 .. =    through this argument, or at what it returns
//   ?           after that: the pointer may be null
//   :           and how many bytes:
//                 16       this many
//                 s        text, up to and including its 0
//                 #2       as many as argument 2 says; #1*#2 the product
//                 *        as the call finds out; the model of the function announces it by itself
//   @           after the amount: only once the call has succeeded; the model says when
//
// The models announce by this table (machine/announce.h), so that it cannot say anything else than they do; and the
// tests are generated from it (tests/memory_effects): they publish every effect without order and expect the race, and
// hand over pointers that must not be used.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace heddle {

struct MemoryEffect {
  enum class Kind : std::uint8_t { Read, Write, Object };
  enum class Amount : std::uint8_t { Bytes, Text, Argument, Call };
  Kind kind = Kind::Read;
  Amount amount = Amount::Bytes;
  bool may_be_null = false;
  bool later = false;
  std::uint8_t argument = 0;                   // from 1; 0: the result
  std::uint8_t factor = 0, second_factor = 0;  // Amount::Argument
  std::uint32_t bytes = 0;                     // Amount::Bytes
};

struct MemoryEffects {
  std::array<MemoryEffect, 6> list{};
  std::size_t count = 0;
  constexpr const MemoryEffect* begin() const { return list.data(); }
  constexpr const MemoryEffect* end() const { return list.data() + count; }
};

struct MemoryEffectsLine {
  std::string_view names, effects, example;  // names: separated by blanks
  constexpr std::string_view first_name() const { return names.substr(0, names.find(' ')); }
};

inline constexpr MemoryEffectsLine kMemoryEffects[] = {
#define EFFECTS(names, effects, example) {names, effects, example},
#include "model/memory_effects.def"
#undef EFFECTS
};

constexpr MemoryEffects parse_memory_effects(std::string_view text) {
  MemoryEffects all;
  std::size_t i = 0;
  auto at = [&] { return i < text.size() ? text[i] : ' '; };
  auto number = [&] {
    std::uint32_t n = 0;
    for (; at() >= '0' && at() <= '9'; i++) n = n * 10 + static_cast<std::uint32_t>(at() - '0');
    return n;
  };
  for (; i < text.size(); i++) {
    if (at() == ' ') continue;
    MemoryEffect e;
    e.kind = at() == 'r' ? MemoryEffect::Kind::Read : at() == 'w' ? MemoryEffect::Kind::Write : MemoryEffect::Kind::Object;
    i++;
    at() == '=' ? static_cast<void>(i++) : static_cast<void>(e.argument = static_cast<std::uint8_t>(number()));
    if (at() == '?') e.may_be_null = true, i++;
    i++;  // the colon
    if (at() == 's') {
      e.amount = MemoryEffect::Amount::Text, i++;
    } else if (at() == '*') {
      e.amount = MemoryEffect::Amount::Call, i++;
    } else if (at() == '#') {
      e.amount = MemoryEffect::Amount::Argument, i++;
      e.factor = static_cast<std::uint8_t>(number());
      if (at() == '*') i += 2, e.second_factor = static_cast<std::uint8_t>(number());
    } else {
      e.bytes = number();
    }
    if (at() == '@') e.later = true, i++;
    all.list[all.count++] = e;
  }
  return all;
}

// A name as a template argument.
template <std::size_t N>
struct FunctionName {
  char text[N];
  constexpr FunctionName(const char (&name)[N]) {
    for (std::size_t i = 0; i < N; i++) text[i] = name[i];
  }
  constexpr std::string_view view() const { return {text, N - 1}; }
};

// A name that the table does not have does not compile.
template <FunctionName name>
consteval MemoryEffects memory_effects_of() {
  for (const MemoryEffectsLine& line : kMemoryEffects)
    if (line.first_name() == name.view()) return parse_memory_effects(line.effects);
  throw "no such function in memory_effects.def";
}

}  // namespace heddle
