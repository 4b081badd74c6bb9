// A table on standard output: columns as wide as they need, text to the left, figures to the right.
#pragma once
#include <string>
#include <vector>

namespace heddle::bench {

class Table {
 public:
  explicit Table(std::vector<std::string> head) : rows_{std::move(head)} {}
  void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }
  void rule() { rows_.emplace_back(); }
  void print() const;

 private:
  std::vector<std::vector<std::string>> rows_;  // the head first; an empty row is a line across
};

// "<= 4" and whether it is met: "<= 4 yes".
std::string at_most(double value, double limit);
std::string at_least(double value, double limit);
// 1234567 -> "1.23 M"
std::string count(double value);

}  // namespace heddle::bench
