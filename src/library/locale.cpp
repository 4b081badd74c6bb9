// What std::locale does inside libstdc++, where no hook sees it. A locale is a pointer to its facets, which are constant
// and count their owners by themselves: the library's own versions do the work, and the pointer is what is announced.
#include <cstring>
#include <ios>
#include <string>

#include "real.h"

using std::locale;

void real_copy(locale*, const locale&) HEDDLE_REAL("_ZNSt6localeC1ERKS_");
void real_named(locale*, const char*) HEDDLE_REAL("_ZNSt6localeC1EPKc");
void real_with_named(locale*, const locale&, const char*, int) HEDDLE_REAL("_ZNSt6localeC1ERKS_PKci");
void real_with(locale*, const locale&, const locale&, int) HEDDLE_REAL("_ZNSt6localeC1ERKS_S1_i");
void real_end(locale*) HEDDLE_REAL("_ZNSt6localeD1Ev");
void real_assign(locale*, const locale&) HEDDLE_REAL("_ZNSt6localeaSERKS_");
bool real_equal(const locale*, const locale&) HEDDLE_REAL("_ZNKSt6localeeqERKS_");
std::string real_name(const locale*) HEDDLE_REAL("_ZNKSt6locale4nameB5cxx11Ev");

HEDDLE_TOUCH reads(const locale& l) { touched_read(&l, sizeof l); }
HEDDLE_TOUCH writes(locale* l) { touched_written(l, sizeof *l); }
HEDDLE_TOUCH reads(const char* text) { touched_read(text, strlen(text) + 1); }

namespace std {

locale::locale(const locale& other) noexcept {
  reads(other);
  writes(this);
  real_copy(this, other);
}
locale::locale(const char* name) {
  if (name != nullptr) reads(name);  // null: an exception
  writes(this);
  real_named(this, name);
}
locale::locale(const locale& other, const char* name, category which) {
  reads(other);
  if (name != nullptr) reads(name);
  writes(this);
  real_with_named(this, other, name, which);
}
locale::locale(const locale& other, const locale& more, category which) {
  reads(other);
  reads(more);
  writes(this);
  real_with(this, other, more, which);
}
locale::~locale() noexcept {
  reads(*this);
  real_end(this);
}
const locale& locale::operator=(const locale& other) noexcept {
  reads(other);
  writes(this);
  real_assign(this, other);
  return *this;
}
bool locale::operator==(const locale& other) const noexcept {
  reads(*this);
  reads(other);
  return real_equal(this, other);
}
string locale::name() const {
  reads(*this);
  string text = real_name(this);
  touched_written(&text, sizeof text);
  touched_written(text.data(), text.size() + 1);
  return text;
}

}  // namespace std
