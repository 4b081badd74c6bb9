// std::locale::global. The machine is told that the program has it: only then somebody has to come to the global locale
// whenever a stream is made (machine/models_ios.cpp).
#include <locale>

#include "real.h"

extern "C" {
void heddle_sets_locale();
void heddle_comes_to_locale();
}

[[gnu::constructor(101)]] static void has_it() { heddle_sets_locale(); }

std::locale real_global(const std::locale&) HEDDLE_REAL("_ZNSt6locale6globalERKS_");
std::locale set_global(const std::locale&) __asm__("_ZNSt6locale6globalERKS_");
std::locale set_global(const std::locale& locale) {
  touched_read(&locale, sizeof locale);
  heddle_comes_to_locale();
  std::locale before = real_global(locale);
  touched_written(&before, sizeof before);
  return before;
}
