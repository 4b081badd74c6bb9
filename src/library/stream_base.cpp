// What std::ios_base does inside libstdc++ to the members of a stream, where no hook sees it: the library's own versions
// do the work. (What native code writes into a stream that is being made is told at its beginning.)
#include <ios>

#include "real.h"

using std::ios_base;
using std::locale;

struct Base : ios_base {
  static constexpr auto first = &Base::_M_precision;  // what is before it is the table of virtual functions
  static constexpr auto callbacks = &Base::_M_callbacks;
  static constexpr auto words = &Base::_M_word;
  static constexpr auto place = &Base::_M_ios_locale;
};

void real_begin(ios_base*) HEDDLE_REAL("_ZNSt8ios_baseC2Ev");
void real_end(ios_base*) HEDDLE_REAL("_ZNSt8ios_baseD2Ev");
void begin(ios_base*) __asm__("_ZNSt8ios_baseC2Ev");
void end(ios_base*) __asm__("_ZNSt8ios_baseD2Ev");
locale real_imbue(ios_base*, const locale&) HEDDLE_REAL("_ZNSt8ios_base5imbueERKSt6locale");
void real_swap(ios_base*, ios_base&) HEDDLE_REAL("_ZNSt8ios_base7_M_swapERS_");
void real_move(ios_base*, ios_base&) HEDDLE_REAL("_ZNSt8ios_base7_M_moveERS_");
void real_call_callbacks(ios_base*, ios_base::event) HEDDLE_REAL("_ZNSt8ios_base17_M_call_callbacksENS_5eventE");
void real_dispose_callbacks(ios_base*) HEDDLE_REAL("_ZNSt8ios_base20_M_dispose_callbacksEv");
void* real_grow_words(ios_base*, int index, bool iword) HEDDLE_REAL("_ZNSt8ios_base13_M_grow_wordsEib");

HEDDLE_TOUCH writes_members(ios_base& base) {
  char* first = reinterpret_cast<char*>(&(base.*Base::first));
  touched_written(first, static_cast<size_t>(reinterpret_cast<char*>(&base + 1) - first));
}
template <class T>
HEDDLE_TOUCH reads(const T& member) {
  touched_read(&member, sizeof member);
}
template <class T>
HEDDLE_TOUCH writes(T& member) {
  touched_written(&member, sizeof member);
}

void begin(ios_base* base) {
  touched_written(base, sizeof *base);
  real_begin(base);
}
void end(ios_base* base) {
  reads(base->*Base::callbacks);
  reads(base->*Base::words);
  reads(base->*Base::place);
  real_end(base);
}

namespace std {

locale ios_base::imbue(const locale& fresh) noexcept {
  reads(fresh);
  writes(_M_ios_locale);
  reads(_M_callbacks);
  locale before = real_imbue(this, fresh);
  writes(before);
  return before;
}
void ios_base::_M_swap(ios_base& other) noexcept {
  writes_members(*this);
  writes_members(other);
  real_swap(this, other);
}
void ios_base::_M_move(ios_base& other) noexcept {
  writes_members(*this);
  writes_members(other);
  real_move(this, other);
}
void ios_base::_M_call_callbacks(event what) noexcept {
  reads(_M_callbacks);
  real_call_callbacks(this, what);
}
void ios_base::_M_dispose_callbacks() noexcept {
  writes(_M_callbacks);
  real_dispose_callbacks(this);
}
ios_base::_Words& ios_base::_M_grow_words(int index, bool iword) {
  touched_read(_M_word, static_cast<size_t>(_M_word_size) * sizeof *_M_word);
  writes(_M_word_size);
  writes(_M_word);
  const _Words* before = _M_word;
  void* words = real_grow_words(this, index, iword);
  if (_M_word != before) touched_written(_M_word, static_cast<size_t>(_M_word_size) * sizeof *_M_word);
  return *static_cast<_Words*>(words);
}

}  // namespace std
