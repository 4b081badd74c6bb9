// What stops a load; the text is for the user, whole lines. Thrown inside program/ only (load.cpp).
#pragma once
#include <string>

namespace heddle::program {

struct LoadError {
  std::string text;
};

[[noreturn]] inline void fail(std::string text) {
  if (text.empty() || text.back() != '\n') text += '\n';
  throw LoadError{std::move(text)};
}

}  // namespace heddle::program
