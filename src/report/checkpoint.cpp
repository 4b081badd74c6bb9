// The file of a search that can be gone on with: see checkpoint.h.
#include "report/checkpoint.h"

#include <fmt/format.h>

#include <charconv>

#include "support/files.h"

namespace heddle {
namespace {

constexpr std::string_view kFirstLine = "heddle-checkpoint 2";

std::string one_line(std::string_view text) {
  std::string out;
  for (const char c : text) out += c == '\n' || c == '\r' ? ' ' : c;
  return out;
}

class CheckpointParser {
 public:
  explicit CheckpointParser(std::string_view text) : rest_(text) {}

  CheckpointReading run() {
    if (!next_line() || line_ != kFirstLine) return fail("this is no checkpoint of heddle");
    while (next_line()) {
      if (line_ == "end") return finish();
      if (!take(line_.substr(0, line_.find(' ')), line_.substr(std::min(line_.size(), line_.find(' ') + 1))))
        return fail("this line cannot be read");
    }
    return fail("the end is missing");
  }

 private:
  bool next_line() {
    if (rest_.empty()) return false;
    const std::size_t end = rest_.find('\n');
    line_ = rest_.substr(0, end);
    rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
    ++number_;
    return true;
  }

  bool take(std::string_view word, std::string_view value) {
    if (word == "version") return file_.version = value, true;
    if (word == "options") return file_.options = value, true;
    if (word == "program") {
      const auto read = std::from_chars(value.begin(), value.end(), file_.program_hash, 16);
      return read.ec == std::errc{} && read.ptr == value.end();
    }
    if (word == "stored") return take_stored(value);
    Message message = from_wire(value);
    if (word == "bug" && message.bug) return file_.bugs.push_back(std::move(*message.bug)), true;
    if (word == "state" && message.checkpoint) return file_.state = std::move(message.checkpoint), true;
    if (word == "finished" && message.exploration) return file_.finished = std::move(message.exploration), true;
    return false;
  }

  // The bytes follow this line.
  bool take_stored(std::string_view value) {
    std::size_t size = 0;
    std::uint64_t hash = 0;
    const auto length = std::from_chars(value.begin(), value.end(), size);
    if (length.ec != std::errc{} || length.ptr == value.end()) return false;
    const auto sum = std::from_chars(length.ptr + 1, value.end(), hash, 16);
    if (sum.ec != std::errc{} || sum.ptr != value.end()) return false;
    if (size >= rest_.size() || rest_[size] != '\n') return false;
    const std::string_view bytes = rest_.substr(0, size);
    rest_.remove_prefix(size + 1);
    file_.stored.push_back(bytes);
    return content_hash(bytes).second == hash;
  }

  CheckpointReading finish() {
    if (file_.state.has_value() == file_.finished.has_value()) return fail("it does not say where the search stands");
    return {std::move(file_), 0, {}};
  }
  CheckpointReading fail(std::string error) const { return {std::nullopt, number_, std::move(error)}; }

  std::string_view rest_, line_;
  unsigned number_ = 0;
  CheckpointFile file_;
};

}  // namespace

std::string checkpoint_head(const CheckpointFile& file) {
  return fmt::format("{}\nversion {}\nprogram {:016x}\noptions {}\n", kFirstLine, file.version, file.program_hash,
                     one_line(file.options));
}

std::string checkpoint_piece(const Stored& stored) {
  std::string out = fmt::format("stored {} {:016x}\n", stored.bytes.size(), content_hash(stored.bytes).second);
  out += stored.bytes;
  return out += '\n';
}

std::string checkpoint_rest(const CheckpointFile& file) {
  std::string out;
  for (const Bug& bug : file.bugs) out += "bug " + to_wire(bug) + "\n";
  if (file.state) out += "state " + to_wire(*file.state) + "\n";
  if (file.finished) out += "finished " + to_wire(*file.finished) + "\n";
  return out + "end\n";
}

CheckpointReading parse_checkpoint(std::string_view text) { return CheckpointParser(text).run(); }

}  // namespace heddle
