// The parser: every operation, operands, and where it says that something is wrong.
#include "trace/line.h"

#include <gtest/gtest.h>

namespace heddle::trace {
namespace {

Line good(std::string_view text) {
  Line line;
  Mistake mistake;
  EXPECT_TRUE(parse_line(text, line, mistake)) << text << ": " << mistake.message;
  return line;
}

TEST(Line, Fields) {
  const Line line = good("main/1|w(counter)|a.c:12");
  EXPECT_EQ(line.thread, "main/1");
  EXPECT_EQ(line.action, Action::Write);
  EXPECT_EQ(line.operand.name, "counter");
  EXPECT_FALSE(line.operand.has_address);
  EXPECT_EQ(line.location, "a.c:12");
  EXPECT_EQ(good("T|r(x)|").location, "");
}

TEST(Line, EveryWordIsRead) {
  for (unsigned i = 0; i <= static_cast<unsigned>(Action::Destroy); ++i) {
    const auto action = static_cast<Action>(i);
    const Line line = good("T0|" + std::string(word_of(action)) + "(o)|1");
    EXPECT_EQ(line.action, action);
  }
  EXPECT_EQ(good("T|begin|1").action, Action::Begin);
  EXPECT_EQ(good("T|end()|1").action, Action::End);
  EXPECT_EQ(good("T|fence|1").order, MemoryOrder::SequentiallyConsistent);
}

TEST(Line, Orders) {
  EXPECT_EQ(good("T|load.acquire(x)|1").order, MemoryOrder::Acquire);
  EXPECT_EQ(good("T|load.consume(x)|1").order, MemoryOrder::Acquire);
  EXPECT_EQ(good("T|store.relaxed(x)|1").order, MemoryOrder::Relaxed);
  EXPECT_EQ(good("T|rmw.acq_rel(x)|1").order, MemoryOrder::AcquireRelease);
  EXPECT_EQ(good("T|cas(x)|1").order, MemoryOrder::SequentiallyConsistent);
  EXPECT_EQ(good("T|fence.release|1").order, MemoryOrder::Release);
}

TEST(Line, Addresses) {
  const Line line = good("T|w(heap block from a.c:12 + 8@0x7fff12345678:16)|a.c:1");
  EXPECT_EQ(line.operand.name, "heap block from a.c:12 + 8");
  EXPECT_TRUE(line.operand.has_address);
  EXPECT_EQ(line.operand.address, 0x7fff12345678u);
  EXPECT_EQ(line.operand.size, 16u);
  EXPECT_TRUE(good("T|acq(m@0x10)|1").operand.has_address);
  EXPECT_EQ(good("T|w(@0x10:1)|1").operand.name, "");
  EXPECT_EQ(good("T|w(user@host)|1").operand.name, "user@host");
}

TEST(Line, NamesMayHoldParenthesesAndBars) {
  const Line line = good("T|w(operator|(A, B)::x)|f(x)|y");
  EXPECT_EQ(line.operand.name, "operator|(A, B)::x");
  EXPECT_EQ(line.location, "f(x)|y");
}

TEST(Line, Mistakes) {
  const struct {
    const char* text;
    unsigned column;
    const char* message;
  } kCases[] = {
      {"garbage", 1, "THREAD|OPERATION|LOCATION"},
      {"|w(x)|1", 1, "thread has no name"},
      {"T0||1", 4, "operation is missing"},
      {"T0|write(x)|1", 4, "unknown operation 'write'"},
      {"T0|w(x|1", 5, "')' is missing"},
      {"T0|w|1", 5, "needs an operand"},
      {"T0|w()|1", 6, "needs an operand"},
      {"T0|fork()|1", 9, "needs an operand"},
      {"T0|w(x)", 8, "location is missing"},
      {"T0|begin", 9, "location is missing"},
      {"T0|w x|1", 5, "'(' or '|'"},
      {"T0|w(x)1", 5, "')' is missing"},
      {"T0|load.release(x)|1", 9, "cannot have the memory order 'release'"},
      {"T0|store.acq_rel(x)|1", 10, "cannot have"},
      {"T0|w.relaxed(x)|1", 6, "cannot have"},
      {"T0|load.strong(x)|1", 9, "unknown memory order 'strong'"},
      {"T0|w(x@0x10)|1", 12, "needs a size"},
      {"T0|w(x@0x10:0)|1", 13, "at least one byte"},
      {"T0|w(x@0x10:4k)|1", 13, "not a number of bytes"},
      {"T0|w(x@0xyz:4)|1", 10, "no address"},
      {"T0|w(x@0xfffffffffffffff0:32)|1", 27, "beyond the last address"},
      {"T0|w(x@0x11111111111111111:4)|1", 10, "no address"},
  };
  for (const auto& c : kCases) {
    Line line;
    Mistake mistake;
    EXPECT_FALSE(parse_line(c.text, line, mistake)) << c.text;
    EXPECT_EQ(mistake.column, c.column) << c.text;
    EXPECT_NE(mistake.message.find(c.message), std::string::npos) << c.text << ": " << mistake.message;
  }
}

TEST(Line, PrintableIsShortAndHarmless) {
  EXPECT_EQ(printable("a\033[31mb\n"), "a?[31mb?");
  EXPECT_EQ(printable(std::string(500, 'x')).size(), 203u);
}

}  // namespace
}  // namespace heddle::trace
