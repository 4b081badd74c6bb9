// Lines of plain and compressed files, whole and cut.
#include <gtest/gtest.h>
#include <zlib.h>

#include "helpers.h"
#include "trace/name_table.h"

namespace heddle::trace {
namespace {

std::string gzip(const std::string& text) {
  z_stream z{};
  deflateInit2(&z, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
  std::string out(text.size() + 1000, 0);
  z.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  z.avail_in = static_cast<uInt>(text.size());
  z.next_out = reinterpret_cast<Bytef*>(out.data());
  z.avail_out = static_cast<uInt>(out.size());
  EXPECT_EQ(deflate(&z, Z_FINISH), Z_STREAM_END);
  out.resize(out.size() - z.avail_out);
  deflateEnd(&z);
  return out;
}

std::string many_lines(unsigned count) {
  std::string text;
  for (unsigned i = 0; i < count; ++i)
    text += "T" + std::to_string(i % 7) + "|w(v" + std::to_string(i) + ")|" + std::to_string(i * i) + "\n";
  return text;
}

std::string read_all(LineReader& reader, bool ahead) {
  std::string out;
  std::string_view line;
  while (reader.next(line)) {
    std::vector<std::string_view> lines = {line};
    while (ahead && reader.next_at_hand(line)) lines.push_back(line);
    for (const std::string_view l : lines) (out += l) += "\n";
  }
  return out;
}

TEST(Reader, LinesAcrossBlocks) {
  const std::string text = many_lines(100000);
  for (const bool ahead : {false, true}) {
    LineReader reader(descriptor_of(text));
    EXPECT_TRUE(read_all(reader, ahead) == text);
    EXPECT_EQ(reader.number(), 100000u);
    EXPECT_TRUE(reader.ended_by_newline());
  }
}

TEST(Reader, EndsOfLines) {
  LineReader reader(descriptor_of("a\r\n\r\nb\nc"));
  EXPECT_EQ(read_all(reader, false), "a\n\nb\nc\n");
  EXPECT_FALSE(reader.ended_by_newline());
  LineReader empty(descriptor_of(""));
  EXPECT_EQ(read_all(empty, false), "");
  LineReader one(descriptor_of("x"));
  EXPECT_EQ(read_all(one, false), "x\n");
}

TEST(Reader, Gzip) {
  const std::string text = many_lines(50000);
  LineReader reader(descriptor_of(gzip(text)));
  EXPECT_TRUE(read_all(reader, true) == text);
  EXPECT_FALSE(reader.cut());
  LineReader two(descriptor_of(gzip(text) + gzip("end\n")));
  EXPECT_TRUE(read_all(two, true) == text + "end\n");
  EXPECT_FALSE(two.cut());
}

TEST(Reader, CutGzip) {
  const std::string text = many_lines(50000), all = gzip(text);
  for (const std::size_t length : {std::size_t{2}, std::size_t{15}, all.size() / 2, all.size() - 9, all.size() - 1}) {
    LineReader reader(descriptor_of(all.substr(0, length)));
    const std::string got = read_all(reader, true);
    EXPECT_TRUE(reader.cut()) << length;
    EXPECT_TRUE(reader.error().empty());
    const std::string whole = got.substr(0, got.rfind('\n', got.size() - 2) + 1);  // the last line may be incomplete
    EXPECT_TRUE(got.size() < 2 || text.starts_with(whole)) << length;
  }
}

TEST(Reader, DamagedGzipAndEndlessLines) {
  std::string all = gzip(many_lines(50000));
  all[all.size() / 2] = static_cast<char>(~all[all.size() / 2]);
  all[all.size() / 2 + 1] = static_cast<char>(~all[all.size() / 2 + 1]);
  LineReader reader(descriptor_of(all));
  read_all(reader, true);
  EXPECT_NE(reader.error().find("damaged"), std::string::npos);
  LineReader endless(descriptor_of(std::string(3 << 20, 'x')));
  EXPECT_EQ(read_all(endless, true), "");
  EXPECT_NE(endless.error().find("1 MB"), std::string::npos);
}

TEST(Names, NumbersAreDenseAndTextsStay) {
  NameTable table;
  std::vector<std::string> names;
  for (unsigned i = 0; i < 30000; ++i) names.push_back(std::string(i % 40, 'n') + std::to_string(i));
  names.emplace_back("");
  names.emplace_back(std::string(3, '\0'));
  names.emplace_back(std::string(4, '\0'));
  for (unsigned round = 0; round < 2; ++round)
    for (unsigned i = 0; i < names.size(); ++i) ASSERT_EQ(table.number(names[i]), i);
  for (unsigned i = 0; i < names.size(); ++i) ASSERT_EQ(table.name(i), names[i]);
  EXPECT_EQ(table.size(), names.size());
}

}  // namespace
}  // namespace heddle::trace
