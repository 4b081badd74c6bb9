#include "graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <map>

#include "batch.h"
#include "detect/registry.h"
#include "machine/machine.h"
#include "model/address_space.h"
#include "search/dependency.h"

namespace heddle::states {
namespace {

using Bytes = std::vector<std::byte>;

struct Move {
  ThreadId thread;
  Choice choice;
};

class Explorer {
 public:
  Explorer(const Image& image, const std::vector<std::string>& arguments, Order order, std::uint64_t most)
      : options_(options(arguments)),
        detector_(make_detector(options_.detector, journal_)),
        machine_(image, options_, journal_, detector_.get(), names_),
        order_(order),
        most_(most) {
    machine_.check_restores();
  }

  Graph run() {
    machine_.start();
    graph_.complete = true;
    visit(0);
    graph_.complete &= graph_.problem.empty();
    return graph_;
  }

 private:
  struct Node {
    Bytes image;
    std::string pending;
    std::vector<Fingerprint> next;  // by move, in the order of moves()
    bool expanded = false, finished = false;  // `next` has its size; it is whole
  };

  static CheckOptions options(const std::vector<std::string>& arguments) {
    CheckOptions options;
    options.detector = "vector-clock";
    options.arguments = arguments;
    options.lent_memory = {oracle::kHandlePage, 4096};
    return options;
  }

  // Canonical: by name. Only while the program can go on; what an end looks like is in the image.
  std::string describe_pending() const {
    std::vector<std::string> lines;
    for (const Pending& p : machine_.pending())
      lines.push_back(fmt::format("{} {} {:x} {} {}", names_.name(p.thread), name_of(p.operation.kind),
                                  p.operation.kind == OperationKind::Join ? 0 : p.operation.object, p.enabled,
                                  p.outcomes));
    std::sort(lines.begin(), lines.end());
    return fmt::format("{}", fmt::join(lines, "\n"));
  }

  std::vector<Move> moves() const {
    std::vector<Move> list;
    if (machine_.status() != Status::Running) return list;
    for (const Pending& p : machine_.pending())
      for (Choice c = 0; p.enabled && c < p.outcomes; ++c) list.push_back({p.thread, c});
    // By name, so that the list is the same in every process.
    std::sort(list.begin(), list.end(), [&](const Move& a, const Move& b) {
      const std::string &x = names_.name(a.thread), &y = names_.name(b.thread);
      return x != y ? x < y : a.choice < b.choice;
    });
    return list;
  }

  void complain(std::string what) {
    if (graph_.problem.empty()) graph_.problem = std::move(what);
  }

  std::string first_difference(const Bytes& a, const Bytes& b) const {
    std::size_t at = 0;
    while (at < a.size() && at < b.size() && a[at] == b[at]) ++at;
    std::uint64_t x = 0, y = 0;
    std::memcpy(&x, a.data() + at, std::min<std::size_t>(8, a.size() - at));
    std::memcpy(&y, b.data() + at, std::min<std::size_t>(8, b.size() - at));
    return fmt::format("at byte {} of {} and {}, {} (of the present state): {:x} {:x}", at, a.size(), b.size(),
                       machine_.part_of_state(at), x, y);
  }

  // The node of the present state, and whether it is new.
  std::pair<Fingerprint, bool> enter() {
    const Fingerprint print = machine_.fingerprint();
    Bytes image = machine_.exact_state();
    const auto [place, is_new] = nodes_.try_emplace(print);
    Node& node = place->second;
    if (is_new) {
      if (!images_.emplace(fingerprint_of(image, 77), print).second)
        complain("equal images have different fingerprints");
      node.image = std::move(image);
      node.pending = describe_pending();
      ++graph_.states;
      graph_.all += fingerprint_of({reinterpret_cast<const std::byte*>(&print), sizeof print});
      return {print, true};
    }
    ++graph_.matches;
    if (node.image != image)
      complain("different images have the same fingerprint: " + first_difference(node.image, image));
    if (node.pending != describe_pending())
      complain("equal images can go on differently:\n" + node.pending + "\n--\n" + describe_pending());
    return {print, false};
  }

  // What a detector knows is no part of an image, so whether a step ends with a race does not follow from it.
  bool is_race() const { return machine_.status() == Status::Failed && machine_.failures().back().race; }

  void visit(std::size_t depth) {
    if (is_race()) {
      graph_.racy = true;
      return;
    }
    const auto [print, is_new] = enter();
    Node& node = nodes_[print];
    if (!graph_.problem.empty()) return;
    if (graph_.steps > 20 * most_ || graph_.states >= most_ || depth > 400) {
      graph_.complete = false;
      return;
    }
    std::vector<Move> all = moves();
    if (all.empty()) return;
    const std::unique_ptr<SavedState> saved = machine_.make_saved_state();
    machine_.save(*saved);
    if (is_new) {
      node.next.resize(all.size());
      node.expanded = true;
      try_pairs(all, *saved);
      for (std::size_t k = 0; k < all.size() && graph_.problem.empty(); ++k) {
        const std::size_t i = order_ == Order::Forwards ? k : all.size() - 1 - k;
        step(all[i]);
        if (!is_race()) node.next[i] = machine_.fingerprint();
        visit(depth + 1);
        machine_.restore(*saved);
        if (machine_.fingerprint() != print) complain("a restore leads to another fingerprint");
      }
      node.finished = true;
      return;
    }
    if (!node.expanded) return;  // it was met too deep
    if (node.next.size() != all.size()) return complain("equal images have different moves");
    for (std::size_t i = 0; node.finished && i < all.size() && graph_.problem.empty(); ++i) {
      step(all[i]);
      const Fingerprint next = is_race() ? Fingerprint{} : machine_.fingerprint();
      if (next != node.next[i] && next != Fingerprint{} && node.next[i] != Fingerprint{})
        complain(fmt::format("the same step of equal images leads to different ones: {} {}", names_.name(all[i].thread),
                             nodes_.contains(node.next[i])
                                 ? first_difference(machine_.exact_state(), nodes_[node.next[i]].image)
                                 : std::string("(unknown)")));
      machine_.restore(*saved);
    }
  }

  void step(Move move) {
    ++graph_.steps;
    machine_.step(move.thread, move.choice);
  }

  bool can(Move move) const {
    if (machine_.status() != Status::Running) return false;
    return std::ranges::any_of(machine_.pending(), [&](const Pending& p) {
      return p.thread == move.thread && p.enabled && move.choice < p.outcomes;
    });
  }

  // If the other order has led to an image, where this one differs goes to `where`.
  std::optional<Bytes> after(Move first, Move second, const SavedState& saved, const Bytes* other, std::string& where) {
    std::optional<Bytes> image;
    step(first);
    if (can(second)) {
      step(second);
      // Which thread is the last to end, and so ends the process, is no difference.
      const bool ends =
          std::ranges::any_of(machine_.pending(), [](const Pending& p) { return p.operation.object == kExitObject; });
      if (machine_.status() == Status::Running && !ends) image = machine_.exact_state();
      if (image && other && *image != *other) where = first_difference(*image, *other);
    }
    machine_.restore(saved);
    return image;
  }

  void try_pairs(const std::vector<Move>& all, const SavedState& saved) {
    for (std::size_t i = 0; i < all.size(); ++i)
      for (std::size_t k = i + 1; k < all.size() && graph_.problem.empty(); ++k) {
        if (all[i].thread == all[k].thread || (graph_.states + i + k) % 2 != 0) continue;
        const auto of = [&](ThreadId t) {
          return *std::ranges::find_if(machine_.pending(), [&](const Pending& p) { return p.thread == t; });
        };
        const Pending a = of(all[i].thread), b = of(all[k].thread);
        if (dependent(footprint_of(a.operation, byte_set_of(machine_, a.operation)),
                      footprint_of(b.operation, byte_set_of(machine_, b.operation))))
          continue;
        std::string where;
        const std::optional<Bytes> one = after(all[i], all[k], saved, nullptr, where);
        if (!one) continue;
        const std::optional<Bytes> other = after(all[k], all[i], saved, &*one, where);
        if (!other) continue;
        ++graph_.pairs;
        if (*one != *other)
          complain(fmt::format("independent steps lead to different images: {} {} and {} {}: {}", names_.name(a.thread),
                               name_of(a.operation.kind), names_.name(b.thread), name_of(b.operation.kind), where));
      }
  }

  CheckOptions options_;
  Journal journal_;
  ThreadNames names_;
  std::unique_ptr<RaceDetector> detector_;
  Machine machine_;
  const Order order_;
  const std::uint64_t most_;
  std::map<Fingerprint, Node> nodes_;
  std::map<Fingerprint, Fingerprint> images_;  // of images, by another hash
  Graph graph_;
};

}  // namespace

Graph explore_states(const Image& image, const std::vector<std::string>& arguments, Order order, std::uint64_t most) {
  // A machine starts every execution with the globals that it finds when it is made.
  const std::string globals(reinterpret_cast<const char*>(image.globals_begin), image.globals_size);
  const Graph graph = Explorer(image, arguments, order, most).run();
  std::memcpy(reinterpret_cast<char*>(image.globals_begin), globals.data(), globals.size());
  return graph;
}

}  // namespace heddle::states
