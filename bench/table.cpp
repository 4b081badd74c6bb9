#include "table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

namespace heddle::bench {
namespace {

bool is_figure(const std::string& cell) {
  return !cell.empty() && (cell[0] == '-' || (cell[0] >= '0' && cell[0] <= '9'));
}

}  // namespace

void Table::print() const {
  std::vector<std::size_t> widths(rows_.front().size(), 0);
  for (const auto& row : rows_)
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  std::size_t total = 0;
  for (std::size_t width : widths) total += width + 2;
  const std::string line(total - 2, '-');
  for (std::size_t r = 0; r < rows_.size(); ++r) {
    if (rows_[r].empty()) {
      fmt::print("{}\n", line);
      continue;
    }
    std::string text;
    for (std::size_t i = 0; i < rows_[r].size(); ++i)
      text += is_figure(rows_[r][i]) ? fmt::format("{:>{}}  ", rows_[r][i], widths[i])
                                     : fmt::format("{:<{}}  ", rows_[r][i], widths[i]);
    text.resize(text.find_last_not_of(' ') + 1);
    fmt::print("{}\n", text);
    if (r == 0) fmt::print("{}\n", line);
  }
  std::fflush(stdout);
}

std::string at_most(double value, double limit) {
  return fmt::format("<= {:g} {}", limit, value <= limit ? "yes" : "NO");
}
std::string at_least(double value, double limit) {
  const std::string text = limit < 1 ? fmt::format("{:.2f}", limit) : count(limit);
  return fmt::format(">= {} {}", text, value >= limit ? "yes" : "NO");
}

std::string count(double value) {
  if (value >= 1e9) return fmt::format("{:.3g} G", value / 1e9);
  if (value >= 1e6) return fmt::format("{:.3g} M", value / 1e6);
  if (value >= 1e3) return fmt::format("{:.3g} k", value / 1e3);
  return fmt::format("{:.0f}", value);
}

}  // namespace heddle::bench
