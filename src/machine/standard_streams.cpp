#include "machine/standard_streams.h"

#include <dlfcn.h>

#include <algorithm>
#include <istream>
#include <ostream>
#include <type_traits>

namespace heddle {
namespace {

// They exist as soon as somebody has asked for them, and a library that does (LLVM's, linked as one) may be missing.
const std::ios_base::Init streams_exist;

// Protected members, by the right of a derived class.
struct Base : std::ios_base {
  static constexpr auto state = &Base::_M_streambuf_state;
  static constexpr auto width = &Base::_M_width;
};
template <class C>
struct Buffered : std::basic_ios<C> {
  static constexpr auto buffer = &Buffered::_M_streambuf;
};
template <class C>
struct Input : std::basic_istream<C> {
  static constexpr auto count = &Input::_M_gcount;
};

template <class T>
Address address(const T& member) {
  return reinterpret_cast<Address>(&member);
}

}  // namespace

template <class Object>
StandardStreams::Stream StandardStreams::stream(const char* symbol) {
  using C = typename Object::char_type;
  Stream s;
  auto* object = static_cast<Object*>(dlsym(RTLD_DEFAULT, symbol));
  if (object == nullptr) return s;
  s.begin = address(*object);
  s.end = s.begin + sizeof(Object);
  s.state = address(object->*Base::state);
  s.width = address(object->*Base::width);
  s.buffer = address(object->*Buffered<C>::buffer);
  if constexpr (std::is_same_v<Object, std::basic_istream<C>>) s.count = address(object->*Input<C>::count);
  return s;
}

StandardStreams::StandardStreams(const LibraryData& libraries)
    : libraries_(libraries),
      streams_{stream<std::istream>("_ZSt3cin"),   stream<std::ostream>("_ZSt4cout"),  stream<std::ostream>("_ZSt4cerr"),
               stream<std::ostream>("_ZSt4clog"),  stream<std::wistream>("_ZSt4wcin"), stream<std::wostream>("_ZSt5wcout"),
               stream<std::wostream>("_ZSt5wcerr"), stream<std::wostream>("_ZSt5wclog")} {
  begin_ = std::min_element(streams_.begin(), streams_.end(), [](auto& a, auto& b) { return a.begin < b.begin; })->begin;
  end_ = std::max_element(streams_.begin(), streams_.end(), [](auto& a, auto& b) { return a.end < b.end; })->end;
}

const StandardStreams::Stream* StandardStreams::find(Address a) const {
  if (a - begin_ >= end_ - begin_) return nullptr;
  const auto holds = [a](const Stream& s) { return a - s.begin < s.end - s.begin; };
  const auto found = std::find_if(streams_.begin(), streams_.end(), holds);
  return found == streams_.end() ? nullptr : &*found;
}

bool StandardStreams::is_state(Address a) const {
  const Stream* s = find(a);
  return s != nullptr && a == s->state;
}

bool StandardStreams::is_seen_by_others(Address a) const {
  const Stream* s = find(a);
  if (s == nullptr || (a != s->state && a != s->width && a != s->count)) return false;
  return s->count != 0 || libraries_.key_of(*reinterpret_cast<const Address*>(s->buffer), 1) == 0;
}

}  // namespace heddle
