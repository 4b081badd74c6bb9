#include "trace/analysis.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <unordered_set>

#include "trace/layout.h"
#include "trace/live_accesses.h"
#include "trace/objects.h"
#include "trace/threads.h"

namespace heddle::trace {
namespace {

constexpr AccessKind kind_of(Action action) {
  switch (action) {
    case Action::Read:
      return AccessKind::Read;
    case Action::Load:
    case Action::AtomicRead:
    case Action::CompareExchangeFailed:
      return AccessKind::AtomicRead;
    case Action::Store:
    case Action::AtomicWrite:
    case Action::ReadModifyWrite:
    case Action::CompareExchange:
      return AccessKind::AtomicWrite;
    case Action::Free:
      return AccessKind::Free;
    default:
      return AccessKind::Write;
  }
}

constexpr bool accesses_memory(Action action) {
  return action <= Action::AtomicWrite || action == Action::Allocate || action == Action::Free;
}

class Analysis {
 public:
  Analysis(LineReader& reader, RaceDetector* detector, Journal& journal, const Settings& settings, Sink& sink)
      : reader_(reader),
        detector_(detector),
        settings_(settings),
        sink_(sink),
        threads_(settings.blocks, settings.unforked),
        objects_(threads_),
        live_(journal) {}

  Outcome run() {
    std::uint64_t batches = 0;
    while (read_batch()) {
      if (!all_events()) break;
      if (++batches % kBetweenQuestions == 0 && (settings_.stop != nullptr && settings_.stop())) break;
    }
    finish();
    return std::move(out_);
  }

 private:
  static constexpr std::uint64_t kBetweenQuestions = 1 << 10;
  static constexpr std::size_t kBatch = 32;

  // A line that was read ahead. Its variable, if it accesses one, is on its way into the cache.
  struct Ahead {
    Line line;
    std::uint64_t number = 0;
    NameTable::Key key;
    bool has_variable = false;
    bool good = true;
    std::uint32_t variable = 0;
  };

  // Some lines at once: while one is waited for, the memory for the others comes. False: the trace has ended.
  bool read_batch() {
    batch_ = 0;
    std::string_view text;
    if (!reader_.next(text)) return false;
    do {
      if (is_blank(text)) continue;
      Ahead& ahead = ahead_[batch_++];
      ahead.number = reader_.number() + settings_.line_base;
      ahead.good = parse_line(text, ahead.line, mistake_);
      if (!ahead.good) break;
      ahead.has_variable = accesses_memory(ahead.line.action) && !ahead.line.operand.has_address;
      if (!ahead.has_variable) continue;
      ahead.key = NameTable::key(ahead.line.operand.name);
      variables_.expect(ahead.key);
    } while (batch_ < kBatch && reader_.next_at_hand(text));
    for (std::size_t i = 0; i < batch_ && ahead_[i].good; ++i) {
      if (!ahead_[i].has_variable) continue;
      ahead_[i].variable = variables_.number(ahead_[i].line.operand.name, ahead_[i].key);
      if (detector_ == nullptr) continue;
      const Address a = layout_.variable(ahead_[i].variable);
      if (a == 0) continue;
      live_.expect(a);
      detector_->expect(a);
    }
    return true;
  }

  bool all_events() {
    for (std::size_t i = 0; i < batch_; ++i) {
      line_ = ahead_[i].number;
      if (!ahead_[i].good) {
        bad_line();
        return false;
      }
      parsed_ = ahead_[i].line;
      variable_ = ahead_[i].variable;
      if (!event()) return false;
      ++out_.events;
    }
    return true;
  }

  bool end(Outcome::End how, std::uint64_t column, std::string message) {
    out_.end = how;
    out_.line = line_;
    out_.column = column;
    out_.message = std::move(message);
    return false;
  }
  bool impossible(std::string why) { return end(Outcome::End::Impossible, 1, std::move(why)); }

  // A last line that was not written to its end is no mistake of its writer.
  void bad_line() {
    if (!reader_.ended_by_newline())
      end(Outcome::End::Cut, mistake_.column, fmt::format("the file ends in the middle of line {}", line_));
    else
      end(Outcome::End::Malformed, mistake_.column, mistake_.message);
  }

  void finish() {
    out_.threads = threads_.size();
    out_.variables = variables_.size();
    out_.objects = objects_.size();
    out_.shown_as_blocks = threads_.shown_as_blocks();
    for (const std::string_view root : threads_.roots()) out_.roots.emplace_back(root);
    if (out_.end != Outcome::End::Complete) return;
    line_ = reader_.number() + settings_.line_base;
    if (!reader_.error().empty()) {
      ++line_;
      end(Outcome::End::Malformed, 1, reader_.error());
    } else if (settings_.stop != nullptr && settings_.stop()) {
      end(Outcome::End::Limit, 0, fmt::format("interrupted after line {}", line_));
    } else if (reader_.cut()) {
      end(Outcome::End::Cut, 0, fmt::format("the gzip data ends too early, after line {}", line_));
    } else if (const char* limit = detector_ != nullptr ? detector_->overflowed() : nullptr; limit != nullptr) {
      end(Outcome::End::Limit, 0, limit);
    } else if (live_.exhausted()) {
      end(Outcome::End::Limit, 0, "more accesses may still race than can be remembered");
    }
  }

  bool event() {
    ThreadId t;
    if (!threads_.acts(parsed_.thread, line_, parsed_.action == Action::Begin, t)) return impossible(threads_.why());
    if (threads_.too_many()) return too_many();
    if (t != running_ || out_.events == 0) {
      running_ = t;
      if (detector_ != nullptr) detector_->running(t);
    }
    switch (parsed_.action) {
      case Action::Read:
      case Action::Write:
      case Action::AtomicRead:
      case Action::AtomicWrite:
      case Action::Free:
        return access(t);
      case Action::Load:
      case Action::Store:
      case Action::ReadModifyWrite:
      case Action::CompareExchange:
      case Action::CompareExchangeFailed:
        return atomic(t);
      case Action::Fence:
        order(t, Edge{EdgeKind::Fence, parsed_.order, ObjectId{}});
        return true;
      case Action::Allocate:
        return allocate();
      case Action::Fork:
      case Action::Join:
      case Action::Begin:
      case Action::End:
        return life(t);
      default:
        return synchronise(t);
    }
  }

  bool too_many() {
    return end(Outcome::End::Limit, 1,
               fmt::format("more than {} threads: analysed up to line {}", kMaxThreads, line_ - 1));
  }

  void order(ThreadId t, const Edge& edge) {
    if (detector_ != nullptr) detector_->order(t, edge);
  }

  bool life(ThreadId t) {
    ThreadId other;
    const std::string_view name = parsed_.operand.name;
    bool good = true;
    if (parsed_.action == Action::Fork)
      good = threads_.fork(t, name, line_, other);
    else if (parsed_.action == Action::Join)
      good = threads_.join(t, name, line_, other);
    else if (parsed_.action == Action::Begin)
      threads_.begin(t, line_);
    else
      threads_.end(t, line_);
    if (!good) return impossible(threads_.why());
    if (threads_.too_many()) return too_many();
    if (detector_ == nullptr) return true;
    if (parsed_.action == Action::Fork) detector_->fork(t, other);
    if (parsed_.action == Action::Join) detector_->join(t, other);
    return true;
  }

  bool synchronise(ThreadId t) {
    Effect effect;
    if (!objects_.apply(t, parsed_, line_, effect)) return impossible(objects_.why());
    if (detector_ == nullptr) return true;
    for (unsigned i = 0; i < effect.count; ++i) detector_->order(t, effect.edges[i]);
    for (unsigned i = 0; i < effect.forgotten_count; ++i) detector_->forget(effect.forgotten[i]);
    return true;
  }

  bool atomic(ThreadId t) {
    const Operand& o = parsed_.operand;
    const ObjectId object = o.has_address ? objects_.atomic_at(o.address) : objects_.atomic(variable_);
    const Action action = parsed_.action;
    const bool reads = action != Action::Store;
    const bool writes = kind_of(action) == AccessKind::AtomicWrite;
    if (reads) order(t, Edge{EdgeKind::AtomicLoad, acquire_part(parsed_.order), object});
    if (!access(t)) return false;
    if (writes)
      order(t, Edge{reads ? EdgeKind::AtomicRmw : EdgeKind::AtomicStore, release_part(parsed_.order), object});
    return true;
  }

  // f(address, size) for the bytes of the operand.
  template <class F>
  bool bytes(F f) {
    const Operand& o = parsed_.operand;
    if (o.has_address && o.size > settings_.largest) [[unlikely]]
      return end(Outcome::End::Limit, 1,
                 fmt::format("line {} is about more than {} bytes: analysed up to there", line_, settings_.largest));
    if (o.has_address) {
      if (layout_.pieces(o.address, o.size, f)) return true;
    } else if (const Address a = layout_.variable(variable_); a != 0) {
      f(a, Layout::kVariable);
      return true;
    }
    return end(Outcome::End::Limit, 1,
               fmt::format("the addresses are too scattered: analysed up to line {}", line_ - 1));
  }

  bool allocate() {
    if (detector_ == nullptr) return true;
    return bytes([this](Address a, std::uint64_t size) {
      detector_->fresh(a, size);
      live_.fresh(a, size);
    });
  }

  bool access(ThreadId t) {
    if (detector_ == nullptr) return true;
    Access a{t, kind_of(parsed_.action), 0, 0, live_.begin(t, parsed_, line_)};
    racing_.clear();
    const bool room = bytes([&](Address begin, std::uint64_t size) {
      a.address = begin;
      a.size = size;
      if (const auto race = detector_->access(a)) [[unlikely]]
        note(*race);
    });
    if (!racing_.empty()) [[unlikely]]
      report(a);
    if (room)
      bytes([&](Address begin, std::uint64_t size) {
        a.address = begin;
        a.size = size;
        live_.note(a);
      });
    live_.end();
    return room;
  }

  // Bytes of one pair may come in pieces: it is one race.
  void note(const Race& race) {
    const std::span<const Race> all = detector_->races();
    const std::span<const Race> one(&race, 1);
    for (const Race& r : all.empty() ? one : all) {
      const auto known = [&](const Access& a) { return a.site == r.earlier.site && a.thread == r.earlier.thread; };
      if (std::none_of(racing_.begin(), racing_.end(), known)) racing_.push_back(r.earlier);
    }
  }

  void report(const Access& a) {
    const std::string variable = variable_name();
    if (settings_.first_only && !reported_.insert(variable).second) return;
    const auto line = [&](const Access& earlier) { return side_of(earlier).line; };
    std::sort(racing_.begin(), racing_.end(), [&](const Access& x, const Access& y) { return line(x) < line(y); });
    if (settings_.first_only) racing_.resize(1);
    for (const Access& earlier : racing_) {
      sink_.found({variable, side_of(earlier), side_of(a)});
      ++out_.races;
    }
  }

  // The exact detectors report only what may still race. A discipline may name an access that another has replaced;
  // its record may be somebody else's by now.
  Side side_of(const Access& a) const {
    const LiveAccesses::Record* const r = live_.find(a.site);
    if (r == nullptr || r->thread != a.thread || kind_of(r->action) != a.kind)
      return {0, threads_.name(a.thread), is_write(a.kind) ? Action::Write : Action::Read, {}, {}};
    return {r->line, threads_.name(r->thread), r->action, r->order, live_.location(*r)};
  }

  std::string variable_name() const {
    const Operand& o = parsed_.operand;
    return o.has_address && o.name.empty() ? fmt::format("{:#x}", o.address) : std::string(o.name);
  }

  LineReader& reader_;
  RaceDetector* const detector_;
  const Settings& settings_;
  Sink& sink_;
  Outcome out_;
  std::array<Ahead, kBatch> ahead_;
  std::size_t batch_ = 0;
  Line parsed_;                 // the present line
  std::uint32_t variable_ = 0;  // its variable, if it accesses one without an address
  Mistake mistake_;
  std::uint64_t line_ = 0;
  ThreadId running_;

  Threads threads_;
  Objects objects_;
  NameTable variables_;
  Layout layout_;
  LiveAccesses live_;
  std::vector<Access> racing_;                // earlier accesses that the present one races with
  std::unordered_set<std::string> reported_;  // variables, where one race of each is enough
};

}  // namespace

Outcome analyse(LineReader& reader, RaceDetector* detector, Journal& journal, const Settings& settings, Sink& sink) {
  return Analysis(reader, detector, journal, settings, sink).run();
}

}  // namespace heddle::trace
