// What the program prints. It is captured, not printed: a search runs the program a million times.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>

#include "support/journal.h"

namespace heddle {

class Output {
 public:
  explicit Output(Journal& journal) : journal_(journal) {}

  void append(std::string_view text) {
    journal_.remember(length_);
    // What lies beyond length_ was printed on a path that has been undone.
    text_.resize(length_);
    const std::size_t room = length_ < kLimit ? kLimit - length_ : 0;
    text_.append(text.substr(0, room));
    length_ = text_.size();
  }
  std::string text() const { return text_.substr(0, length_); }
  std::size_t length() const { return length_; }
  void reset() { length_ = 0; }

 private:
  static constexpr std::size_t kLimit = std::size_t{1} << 20;
  Journal& journal_;
  std::string text_;
  std::size_t length_ = 0;
};

}  // namespace heddle
