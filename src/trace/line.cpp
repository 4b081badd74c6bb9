// The parser: by hand, left to right. A word is found by its length and letters, because r and w are nine lines of ten.
#include "trace/line.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstring>

namespace heddle::trace {
namespace {

struct Word {
  std::string_view text;
  Action action;
  enum class Takes : std::uint8_t { Nothing, Thread, Memory, Object } takes;
  // Which memory orders may follow after a dot.
  enum class Orders : std::uint8_t { None, Load, Store, All } orders = Orders::None;
};

using Takes = Word::Takes;
using Orders = Word::Orders;

// In the order of Action.
constexpr Word kWords[] = {
    {"r", Action::Read, Takes::Memory},
    {"w", Action::Write, Takes::Memory},
    {"load", Action::Load, Takes::Memory, Orders::Load},
    {"store", Action::Store, Takes::Memory, Orders::Store},
    {"rmw", Action::ReadModifyWrite, Takes::Memory, Orders::All},
    {"cas", Action::CompareExchange, Takes::Memory, Orders::All},
    {"casfail", Action::CompareExchangeFailed, Takes::Memory, Orders::Load},
    {"ar", Action::AtomicRead, Takes::Memory},
    {"aw", Action::AtomicWrite, Takes::Memory},
    {"fence", Action::Fence, Takes::Nothing, Orders::All},
    {"acq", Action::Acquire, Takes::Object},
    {"rel", Action::Release, Takes::Object},
    {"racq", Action::ReadAcquire, Takes::Object},
    {"rrel", Action::ReadRelease, Takes::Object},
    {"post", Action::Post, Takes::Object},
    {"wait", Action::Wait, Takes::Object},
    {"arrive", Action::Arrive, Takes::Object},
    {"leave", Action::Leave, Takes::Object},
    {"send", Action::Send, Takes::Object},
    {"recv", Action::Receive, Takes::Object},
    {"acquire", Action::Learn, Takes::Object},
    {"release", Action::Publish, Takes::Object},
    {"reset", Action::Republish, Takes::Object},
    {"fork", Action::Fork, Takes::Thread},
    {"join", Action::Join, Takes::Thread},
    {"begin", Action::Begin, Takes::Nothing},
    {"end", Action::End, Takes::Nothing},
    {"alloc", Action::Allocate, Takes::Memory},
    {"free", Action::Free, Takes::Memory},
    {"destroy", Action::Destroy, Takes::Object},
};
static_assert(std::size(kWords) == static_cast<std::size_t>(Action::Destroy) + 1);

constexpr struct {
  std::string_view text;
  MemoryOrder order;
} kOrders[] = {
    {"relaxed", MemoryOrder::Relaxed},        {"consume", MemoryOrder::Acquire},  // as every compiler takes it
    {"acquire", MemoryOrder::Acquire},        {"release", MemoryOrder::Release},
    {"acq_rel", MemoryOrder::AcquireRelease}, {"seq_cst", MemoryOrder::SequentiallyConsistent},
};

const Word* find_word(std::string_view text) {
  if (text.size() == 1) {
    if (text[0] == 'r') return &kWords[0];
    return text[0] == 'w' ? &kWords[1] : nullptr;
  }
  for (const Word& word : kWords)
    if (word.text == text) return &word;
  return nullptr;
}

bool allowed(Orders orders, MemoryOrder order) {
  switch (orders) {
    case Orders::None:
      return false;
    case Orders::Load:
      return !releases(order) || order == MemoryOrder::SequentiallyConsistent;
    case Orders::Store:
      return !acquires(order) || order == MemoryOrder::SequentiallyConsistent;
    case Orders::All:
      return true;
  }
  return false;
}

class Parser {
 public:
  Parser(std::string_view text, Line& line, Mistake& mistake)
      : begin_(text.data()), end_(text.data() + text.size()), line_(line), mistake_(mistake) {}

  bool run() {
    const char* const bar = find(begin_, '|');
    if (bar == nullptr) return fail(begin_, "an event is THREAD|OPERATION|LOCATION; there is no '|' here");
    if (bar == begin_) return fail(begin_, "the thread has no name");
    line_.thread = {begin_, bar};
    return operation(bar + 1);
  }

 private:
  const char* find(const char* from, char c) const {
    return static_cast<const char*>(std::memchr(from, c, static_cast<std::size_t>(end_ - from)));
  }

  bool fail(const char* where, std::string message) {
    mistake_.column = static_cast<std::uint32_t>(where - begin_) + 1;
    mistake_.message = std::move(message);
    return false;
  }

  bool operation(const char* at) {
    const char* word_end = at;
    while (word_end != end_ && *word_end >= 'a' && *word_end <= 'z') ++word_end;
    const Word* const word = find_word({at, word_end});
    if (word == nullptr) return unknown(at);
    line_.action = word->action;
    line_.order = MemoryOrder::SequentiallyConsistent;
    if (word_end != end_ && *word_end == '.' && !order(*word, word_end)) return false;
    if (word_end != end_ && *word_end == '(') return operand(*word, word_end + 1);
    if (word_end == end_ || *word_end != '|')
      return word_end == end_ ? no_location() : fail(word_end, "'(' or '|' is missing here");
    if (word->takes != Takes::Nothing)
      return fail(word_end, fmt::format("'{}' needs an operand: {}(NAME)", word->text, word->text));
    line_.operand = {};
    return location(word_end);
  }

  bool unknown(const char* at) {
    const char* word_end = at;
    while (word_end != end_ && *word_end != '(' && *word_end != '|') ++word_end;
    if (word_end == at) return fail(at, "the operation is missing");
    return fail(at, fmt::format("unknown operation '{}'", printable({at, word_end})));
  }

  bool order(const Word& word, const char*& at) {
    const char* const first = at + 1;
    const char* last = first;
    while (last != end_ && ((*last >= 'a' && *last <= 'z') || *last == '_')) ++last;
    for (const auto& known : kOrders) {
      if (known.text != std::string_view(first, last)) continue;
      if (!allowed(word.orders, known.order))
        return fail(first, fmt::format("'{}' cannot have the memory order '{}'", word.text, known.text));
      line_.order = known.order;
      at = last;
      return true;
    }
    return fail(first, fmt::format("unknown memory order '{}'", printable({first, last})));
  }

  // Names may hold parentheses and bars: the first ")|" ends the operand.
  bool operand(const Word& word, const char* at) {
    const char* close = find(at, ')');
    while (close != nullptr && close + 1 != end_ && close[1] != '|') close = find(close + 1, ')');
    if (close == nullptr) return fail(at - 1, "')' is missing");
    line_.operand = {};
    line_.operand.name = {at, close};
    if (word.takes == Takes::Memory || word.takes == Takes::Object) {
      if (const auto* sign = static_cast<const char*>(memrchr(at, '@', static_cast<std::size_t>(close - at))))
        if (close - sign > 3 && sign[1] == '0' && sign[2] == 'x' && !address(word, sign, close)) return false;
    }
    if (word.takes != Takes::Nothing && line_.operand.name.empty() && !line_.operand.has_address)
      return fail(at, fmt::format("'{}' needs an operand: {}(NAME)", word.text, word.text));
    return close + 1 == end_ ? no_location() : location(close + 1);
  }

  bool address(const Word& word, const char* sign, const char* close) {
    Operand& o = line_.operand;
    o.name = {o.name.data(), sign};
    o.has_address = true;
    const auto [colon, error] = std::from_chars(sign + 3, close, o.address, 16);
    if (error != std::errc{}) return fail(sign + 3, "this is no address");
    if (colon == close && word.takes == Takes::Object) return true;
    if (colon == close || *colon != ':') return fail(colon, "an address needs a size: @0xADDRESS:BYTES");
    const auto [rest, bad] = std::from_chars(colon + 1, close, o.size, 10);
    if (bad != std::errc{} || rest != close) return fail(colon + 1, "not a number of bytes");
    if (o.size == 0 && word.takes == Takes::Memory) return fail(colon + 1, "an access has at least one byte");
    if (o.size > ~o.address) return fail(colon + 1, "the bytes go beyond the last address");
    return true;
  }

  bool no_location() { return fail(end_, "the location is missing: an event is THREAD|OPERATION|LOCATION"); }

  bool location(const char* bar) {
    line_.location = {bar + 1, end_};
    return true;
  }

  const char* const begin_;
  const char* const end_;
  Line& line_;
  Mistake& mistake_;
};

}  // namespace

std::string_view word_of(Action action) { return kWords[static_cast<std::size_t>(action)].text; }

bool parse_line(std::string_view text, Line& line, Mistake& mistake) { return Parser(text, line, mistake).run(); }

std::string printable(std::string_view text) {
  constexpr std::size_t kLongest = 200;
  std::string out(text.substr(0, kLongest));
  std::replace_if(out.begin(), out.end(), [](char c) { return static_cast<unsigned char>(c) < 32 || c == 127; }, '?');
  if (text.size() > kLongest) out += "...";
  return out;
}

}  // namespace heddle::trace
