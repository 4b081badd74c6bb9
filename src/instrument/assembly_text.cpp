// See assembly_text.h.
#include "instrument/assembly_text.h"

#include <cctype>

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/InlineAsm.h"

namespace heddle {

using namespace llvm;

std::optional<std::string> register_of(std::string name, unsigned& bits) {
  static const char* const kLegacy[] = {"ax", "bx", "cx", "dx", "si", "di", "bp", "sp"};
  for (const std::string legacy : kLegacy) {
    const bool letter = legacy[1] == 'x';
    if (name == "r" + legacy) return bits = 64, legacy;
    if (name == "e" + legacy) return bits = 32, legacy;
    if (name == legacy) return bits = 16, legacy;
    if (name == (letter ? legacy.substr(0, 1) : legacy) + "l") return bits = 8, legacy;
  }
  StringRef rest = name;
  unsigned number = 0;
  if (!rest.consume_front("r") || rest.consumeInteger(10, number) || number < 8 || number > 15) return std::nullopt;
  bits = rest.empty() ? 64 : rest == "d" ? 32 : rest == "w" ? 16 : rest == "b" ? 8 : 0;
  if (bits == 0) return std::nullopt;
  return "r" + std::to_string(number);
}

namespace {

// $(at&t$|intel$): one of the two.
std::string choose_alternative(StringRef text, bool intel) {
  std::string out;
  while (!text.empty()) {
    if (!text.starts_with("$(")) {
      const std::size_t step = text.starts_with("$$") ? 2 : 1;
      out += text.take_front(step);
      text = text.drop_front(step);
      continue;
    }
    const auto [inside, behind] = text.drop_front(2).split("$)");
    const auto [first, second] = inside.split("$|");
    out += intel ? second : first;
    text = behind;
  }
  return out;
}

std::vector<std::string> split_statements(StringRef text) {
  std::vector<std::string> parts(1);
  bool comment = false;
  for (const char c : text) {
    if (c == '\n') comment = false;
    if (c == '#') comment = true;
    if (c == '\n' || (c == ';' && !comment))
      parts.emplace_back();
    else if (!comment)
      parts.back() += c == '\t' ? ' ' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return parts;
}

bool number_in(StringRef text, std::int64_t& value) {
  text = text.trim();
  const bool minus = text.consume_front("-");
  std::uint64_t magnitude = 0;
  if (text.empty() || text.getAsInteger(0, magnitude)) return false;
  value = static_cast<std::int64_t>(minus ? 0 - magnitude : magnitude);
  return true;
}

unsigned bits_of_modifier(StringRef modifier) {
  return modifier == "b" ? 8 : modifier == "w" ? 16 : modifier == "k" ? 32 : modifier == "q" ? 64 : 0;
}

// $0, ${0:b}, a register: without brackets around.
bool plain_operand(StringRef text, bool intel, AsmOperand& out) {
  text = text.trim();
  if (!intel && text.consume_front("$$")) return out.kind = AsmOperand::Kind::Number, number_in(text, out.value);
  if (text.consume_front("$")) {
    out.kind = AsmOperand::Kind::Argument;
    if (text.consume_front("{")) {
      if (!text.consume_back("}")) return false;
      const auto [index, modifier] = text.split(':');
      out.bits = bits_of_modifier(modifier);
      if (!modifier.empty() && out.bits == 0) return false;
      text = index;
    }
    return !text.getAsInteger(10, out.value);
  }
  if (intel && number_in(text, out.value)) return out.kind = AsmOperand::Kind::Number, true;
  if (!intel && !text.consume_front("%")) return false;
  if (const auto name = register_of(text.str(), out.bits)) {
    out.kind = AsmOperand::Kind::Register;
    out.name = *name;
    return true;
  }
  return false;
}

unsigned bits_of_pointer(StringRef& text) {
  for (const auto& [word, bits] : {std::pair<StringRef, unsigned>{"byte", 8},
                                   {"word", 16},
                                   {"dword", 32},
                                   {"qword", 64},
                                   {"xmmword", 128},
                                   {"oword", 128}}) {
    StringRef rest = text;
    if (!rest.consume_front(word)) continue;
    rest = rest.ltrim();
    if (!rest.consume_front("ptr")) continue;
    text = rest.ltrim();
    return bits;
  }
  return 0;
}

// %rcx,4
bool index_in(StringRef text, AsmOperand& out) {
  const auto [name, scale] = text.split(',');
  AsmOperand index;
  if (!plain_operand(name, false, index) || index.kind == AsmOperand::Kind::Number) return false;
  out.scale = 1;
  if (!scale.empty() && scale.trim().getAsInteger(10, out.scale)) return false;
  out.index_kind = index.kind;
  out.index_value = index.value;
  out.index_name = index.name;
  return out.scale == 1 || out.scale == 2 || out.scale == 4 || out.scale == 8;
}

bool parse_operand(StringRef text, bool intel, AsmOperand& out) {
  text = text.trim();
  const unsigned bits = intel ? bits_of_pointer(text) : 0;
  const std::size_t open = text.find(intel ? '[' : '(');
  if (open == StringRef::npos) {
    if (!plain_operand(text, intel, out)) return false;
    if (bits != 0) out.bits = bits;
    return true;
  }
  StringRef before = text.take_front(open).trim(), inside = text.drop_front(open + 1);
  if (!inside.consume_back(intel ? "]" : ")") || (!before.empty() && !number_in(before, out.offset))) return false;
  const auto [base, index] = inside.split(',');
  if (!plain_operand(base, intel, out) || out.kind == AsmOperand::Kind::Number) return false;
  if (!index.empty() && (intel || !index_in(index, out))) return false;
  out.memory = true;
  out.bits = bits;
  return true;
}

void parse_statement(AsmStatement& statement, StringRef text, bool intel) {
  statement.intel = intel;
  auto [word, rest] = text.trim().split(' ');
  statement.mnemonic = word.str();
  rest = rest.trim();
  while (!rest.empty()) {
    std::size_t comma = 0, depth = 0;
    for (; comma < rest.size() && (rest[comma] != ',' || depth > 0); ++comma)
      depth += rest[comma] == '(' || rest[comma] == '{' ? 1 : rest[comma] == ')' || rest[comma] == '}' ? -1 : 0;
    AsmOperand next;
    if (!parse_operand(rest.take_front(comma), intel, next)) {
      statement.mnemonic = "?";
      statement.operands.clear();
      return;
    }
    statement.operands.push_back(std::move(next));
    rest = rest.drop_front(std::min(comma + 1, rest.size())).trim();
  }
  if (intel && statement.operands.size() == 2) std::swap(statement.operands[0], statement.operands[1]);
}

}  // namespace

std::vector<AsmStatement> statements_of(const InlineAsm& assembly) {
  bool intel = assembly.getDialect() == InlineAsm::AD_Intel, lock = false, repeat = false;
  std::vector<AsmStatement> out;
  for (const std::string& part : split_statements(choose_alternative(assembly.getAsmString(), intel))) {
    StringRef text = StringRef(part).trim();
    if (text.starts_with(".intel_syntax") || text.starts_with(".att_syntax")) {
      intel = text.starts_with(".intel_syntax");
      continue;
    }
    AsmStatement statement;
    statement.text = ((lock ? "lock; " : "") + text).str();
    for (bool more = true; more && !text.empty();) {
      const auto [word, rest] = text.split(' ');
      more = word == "lock" || word == "rep";
      lock |= word == "lock";
      repeat |= word == "rep";
      if (more) text = rest.trim();
    }
    if (text.empty()) continue;  // a prefix stands before a semicolon
    statement.lock = lock;
    parse_statement(statement, text, intel);
    if (repeat) statement.mnemonic = statement.mnemonic == "nop" ? "pause" : "?";
    lock = repeat = false;
    out.push_back(std::move(statement));
  }
  if (lock || repeat) out.push_back({"lock", true, "?", intel, {}});
  return out;
}

}  // namespace heddle
