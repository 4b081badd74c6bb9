#include "alike.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <vector>

#include "search/all_states.h"
#include "setting.h"

namespace heddle::states {
namespace {

struct Part {
  std::size_t begin;
  std::string name;
};

struct State {
  std::vector<std::byte> image;
  std::vector<Part> parts;  // of the image
  std::string label;
  std::map<std::string, std::size_t> next;  // by the label of a step
};

class Graph : public AllStates {
 public:
  explicit Graph(Setting& setting) : AllStates(setting.machine), program_(setting.machine), names_(setting.names) {}

  std::vector<State> all;

 private:
  std::string describe(const Pending& p) const {
    const SourcePosition& at = program_.image().sites[p.operation.site].frames.front();
    const Address object = p.operation.kind == OperationKind::Join ? 0 : p.operation.object;
    return fmt::format("{} {} {:x} {}:{}", names_.name(p.thread), name_of(p.operation.kind), object, at.line,
                       at.column);
  }

  void take(const ScheduleStep& step) override {
    from_ = numbers_.at(machine_.fingerprint());
    for (const Pending& p : machine_.pending())
      if (p.thread == step.thread) by_ = fmt::format("{} {}", describe(p), step.choice);
    AllStates::take(step);
  }

  bool met(const ScheduleStep* by, const Fingerprint& fingerprint, bool is_new) override {
    const std::size_t number = numbers_.try_emplace(fingerprint, all.size()).first->second;
    if (is_new) {
      State state{program_.exact_state(), {}, fmt::format("{}", static_cast<int>(machine_.status())), {}};
      if (machine_.status() == Status::Finished) state.label += fmt::format(" {}", program_.exit_status());
      for (const Pending& p : machine_.pending())
        state.label += fmt::format(";{} {} {}", describe(p), p.enabled, p.outcomes);
      list_parts(state);
      all.push_back(std::move(state));
    }
    if (by) all[from_].next[by_] = number;
    return true;
  }

  // A byte's part is known as "name + offset".
  Part part_at(std::size_t byte) const {
    const std::string text = program_.part_of_state(byte);
    const std::size_t plus = text.rfind(" + ");
    return {byte - std::stoul(text.substr(plus + 3)), text.substr(0, plus)};
  }

  void list_parts(State& state) const {
    for (std::size_t at = 0; at < state.image.size();) {
      state.parts.push_back(part_at(at));
      std::size_t inside = at, width = 1;  // find the end: first by doubling, then by halving
      while (inside + width < state.image.size() && part_at(inside + width).begin == state.parts.back().begin)
        inside += width, width *= 2;
      for (; width > 0; width /= 2)
        if (inside + width < state.image.size() && part_at(inside + width).begin == state.parts.back().begin)
          inside += width;
      at = inside + 1;
    }
  }

  const Machine& program_;
  const ThreadNames& names_;
  std::map<Fingerprint, std::size_t> numbers_;
  std::size_t from_ = 0;
  std::string by_;
};

// The class of each state.
std::vector<std::size_t> bisimilar(const std::vector<State>& all, std::size_t& count) {
  std::vector<std::size_t> classes(all.size());
  std::map<std::string, std::size_t> labels;
  for (std::size_t i = 0; i < all.size(); ++i)
    classes[i] = labels.try_emplace(all[i].label, labels.size()).first->second;
  for (count = 0;;) {
    std::map<std::pair<std::size_t, std::map<std::string, std::size_t>>, std::size_t> finer;
    std::vector<std::size_t> next(all.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
      std::map<std::string, std::size_t> steps;
      for (const auto& [label, to] : all[i].next) steps[label] = classes[to];
      next[i] = finer.try_emplace({classes[i], std::move(steps)}, finer.size()).first->second;
    }
    classes = std::move(next);
    if (finer.size() == count) return classes;
    count = finer.size();
  }
}

std::string differences(const State& a, const State& b) {
  std::set<std::string> names;
  const auto bytes = [](const State& s, std::size_t part) {
    const std::size_t end = part + 1 < s.parts.size() ? s.parts[part + 1].begin : s.image.size();
    return std::span(s.image).subspan(s.parts[part].begin, end - s.parts[part].begin);
  };
  if (a.parts.size() != b.parts.size()) return "another list of parts";
  for (std::size_t i = 0; i < a.parts.size(); ++i)
    if (!std::ranges::equal(bytes(a, i), bytes(b, i))) names.insert(a.parts[i].name);
  return fmt::format("{}", fmt::join(names, ", "));
}

}  // namespace

Alike find_alike(const Image& image, Visibility visible) {
  Setting setting(image, visible, "none");
  Graph graph(setting);
  graph.visit();
  Alike alike;
  alike.states = graph.all.size();
  const std::vector<std::size_t> classes = bisimilar(graph.all, alike.classes);
  std::map<std::size_t, std::size_t> first;
  for (std::size_t i = 0; i < graph.all.size(); ++i) {
    const auto [place, is_first] = first.try_emplace(classes[i], i);
    if (!is_first) ++alike.differences[differences(graph.all[place->second], graph.all[i])];
  }
  return alike;
}

}  // namespace heddle::states
