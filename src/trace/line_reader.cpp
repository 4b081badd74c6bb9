// Blocks from the kernel or from zlib; a line that crosses the end of a block is moved to the front of the next.
#include "trace/line_reader.h"

#include <fcntl.h>
#include <unistd.h>
#include <zlib.h>

#include <cerrno>
#include <cstring>

namespace heddle::trace {
namespace {
constexpr std::size_t kBlock = std::size_t{1} << 18;
}

struct LineReader::Inflater {
  Inflater() : input(kBlock) { inflateInit2(&stream, 15 + 32); }
  ~Inflater() { inflateEnd(&stream); }

  z_stream stream{};
  std::vector<char> input;
  bool between_members = false;  // one has ended; a gzip file may consist of several
};

LineReader::LineReader(int descriptor, bool (*stop)()) : descriptor_(descriptor), stop_(stop), buffer_(kBlock) {
  posix_fadvise(descriptor, 0, 0, POSIX_FADV_SEQUENTIAL);
  look_for_gzip();
}

LineReader::~LineReader() { close(descriptor_); }

void LineReader::look_for_gzip() {
  char first[2];
  std::size_t got = 0;
  while (got < 2) {
    const std::size_t n = read_raw(first + got, 2 - got);
    if (n == 0) break;
    got += n;
  }
  if (got == 2 && first[0] == '\x1f' && first[1] == '\x8b') {
    inflater_ = std::make_unique<Inflater>();
    std::memcpy(inflater_->input.data(), first, got);
    inflater_->stream.next_in = reinterpret_cast<Bytef*>(inflater_->input.data());
    inflater_->stream.avail_in = 2;
    return;
  }
  std::memcpy(buffer_.data(), first, got);
  end_ = got;
}

std::size_t LineReader::read_raw(char* to, std::size_t size) {
  for (;;) {
    const ssize_t n = read(descriptor_, to, size);
    if (n >= 0) return static_cast<std::size_t>(n);
    if (errno == EINTR) {
      if (stop_ != nullptr && stop_()) return 0;
      continue;
    }
    error_ = std::strerror(errno);
    return 0;
  }
}

// 0: the end, a cut or an error.
std::size_t LineReader::read_some(char* to, std::size_t size) {
  if (!inflater_) return read_raw(to, size);
  z_stream& z = inflater_->stream;
  z.next_out = reinterpret_cast<Bytef*>(to);
  z.avail_out = static_cast<uInt>(size);
  while (z.avail_out == size) {
    if (z.avail_in == 0) {
      z.next_in = reinterpret_cast<Bytef*>(inflater_->input.data());
      z.avail_in = static_cast<uInt>(read_raw(inflater_->input.data(), inflater_->input.size()));
      if (z.avail_in == 0) {
        cut_ = error_.empty() && !inflater_->between_members;
        return 0;
      }
    }
    if (inflater_->between_members) {
      inflateReset(&z);
      inflater_->between_members = false;
    }
    const int status = inflate(&z, Z_NO_FLUSH);
    if (status == Z_STREAM_END)
      inflater_->between_members = true;
    else if (status != Z_OK && status != Z_BUF_ERROR) {
      error_ = std::string("the gzip data is damaged: ") + (z.msg != nullptr ? z.msg : "unknown");
      break;
    }
  }
  return size - z.avail_out;
}

bool LineReader::fill() {
  if (begin_ > 0) {
    std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
    end_ -= begin_;
    begin_ = 0;
  }
  if (end_ == buffer_.size()) {
    if (buffer_.size() > kLongestLine) {
      error_ = "a line of more than 1 MB: not a trace";
      return false;
    }
    buffer_.resize(buffer_.size() * 2);
  }
  const std::size_t n = read_some(buffer_.data() + end_, buffer_.size() - end_);
  if (n == 0) at_end_ = true;
  end_ += n;
  return n > 0;
}

bool LineReader::next(std::string_view& line) {
  std::size_t searched = begin_;
  for (;;) {
    const char* const found = static_cast<const char*>(std::memchr(buffer_.data() + searched, '\n', end_ - searched));
    if (found != nullptr) {
      take(found, line);
      return true;
    }
    searched = end_ - begin_;  // where it will be after fill()
    if (at_end_ || !error_.empty() || !fill()) {
      if (begin_ == end_ || !error_.empty()) return false;
      line = {buffer_.data() + begin_, end_ - begin_};
      begin_ = end_;
      terminated_ = false;
      ++number_;
      return true;
    }
  }
}

bool LineReader::next_at_hand(std::string_view& line) {
  const char* const found = static_cast<const char*>(std::memchr(buffer_.data() + begin_, '\n', end_ - begin_));
  if (found == nullptr) return false;
  take(found, line);
  return true;
}

void LineReader::take(const char* newline, std::string_view& line) {
  const char* const first = buffer_.data() + begin_;
  line = {first, static_cast<std::size_t>(newline - first)};
  begin_ += line.size() + 1;
  ++number_;
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
}

}  // namespace heddle::trace
