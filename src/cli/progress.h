// The line that shows how a running search gets on: on standard error, only if that is a terminal.
#pragma once
#include "search/search.h"

namespace heddle::cli {

class Progress {
 public:
  explicit Progress(bool wanted);
  void show(const LiveState& live, double seconds);
  void clear();

 private:
  bool on_;
  bool shown_ = false;
  double next_ = 0.5;  // nothing flickers for a search that ends at once
};

}  // namespace heddle::cli
