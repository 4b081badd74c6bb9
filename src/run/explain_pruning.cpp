#include "run/explain_pruning.h"

#include <fmt/format.h>

#include <cstdio>

namespace heddle::run {
namespace {

// The innermost line of the user.
std::string line_of(const Image& image, SiteId site) {
  const Site& at = image.sites[site];
  for (const SourcePosition& frame : at.frames)
    if (!frame.system && frame.line != 0) return fmt::format("{}:{}", frame.file, frame.line);
  return fmt::format("{}:{}", at.frames[0].file, at.frames[0].line);
}

std::string access_text(const Image& image, const ThreadNames& names, const Access& access) {
  const std::string& what = image.sites[access.site].expression;
  return fmt::format("{} of {} at {} in {}", name_of(access.kind), what.empty() ? "memory" : what,
                     line_of(image, access.site), names.name(access.thread));
}

std::string reason(const Obstacle& o, const Image& image, const ThreadNames& names) {
  switch (o.kind) {
    case Obstacle::Kind::Pair:
      return fmt::format("no lock is held at both the {} and the {}", access_text(image, names, o.first),
                         access_text(image, names, o.second));
    case Obstacle::Kind::Value:
      if (o.first.thread == o.second.thread)
        return fmt::format(
            "what the {} finds follows from values that depend on the order, and may decide what the thread does next",
            access_text(image, names, o.first));
      return fmt::format(
          "what the {} finds depends on whether it comes before the {}, and may decide what the thread does next",
          access_text(image, names, o.first), access_text(image, names, o.second));
    case Obstacle::Kind::Operation:
      return fmt::format("the result of an operation at {} in {} depends on other threads",
                         line_of(image, o.first.site), names.name(o.first.thread));
    case Obstacle::Kind::Unfinished:
      return "an execution ended while threads were left, or was cut off";
    case Obstacle::Kind::Hidden:
      if (image.flows.beyond_memory.empty())
        return fmt::format("{} still calls functions that read files, directories or clocks",
                           names.name(o.first.thread));
      return fmt::format("the program refers to {}, by which threads may learn of each other",
                         image.flows.beyond_memory);
    case Obstacle::Kind::Memory:
      return "there is not room enough for the clocks of so many threads";
    case Obstacle::Kind::None:
      break;
  }
  return "nothing is known";
}

}  // namespace

void explain_pruning(const std::vector<KeptState>& kept, const Image& image, const ThreadNames& names) {
  for (const KeptState& k : kept)
    fmt::print(stderr, "heddle: not pruned: before '{}' at {} in {}: {}\n", name_of(k.operation.kind),
               line_of(image, k.operation.site), names.name(k.thread), reason(k.obstacle, image, names));
}

}  // namespace heddle::run
