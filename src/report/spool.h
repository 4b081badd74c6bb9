// Text that is wanted later, of any length: the first part in memory, the rest in a temporary file without a name.
#pragma once
#include <cstdio>
#include <string>
#include <string_view>

namespace heddle {

class Spool {
 public:
  Spool() = default;
  ~Spool() {
    if (file_ != nullptr) std::fclose(file_);
  }
  Spool(const Spool&) = delete;
  Spool& operator=(const Spool&) = delete;

  void add(std::string_view text) {
    buffer_ += text;
    if (buffer_.size() > kInMemory) flush();
  }

  // False: some of it could not be kept, or not be written.
  bool copy_to(std::FILE* out) {
    if (file_ != nullptr) {
      flush();
      std::rewind(file_);
      std::string block(kInMemory, 0);
      while (const std::size_t n = std::fread(block.data(), 1, block.size(), file_))
        std::fwrite(block.data(), 1, n, out);
      lost_ |= std::ferror(file_) != 0;
    }
    std::fwrite(buffer_.data(), 1, buffer_.size(), out);
    return !lost_;
  }

 private:
  static constexpr std::size_t kInMemory = std::size_t{1} << 20;

  void flush() {
    if (file_ == nullptr) file_ = std::tmpfile();
    lost_ |= file_ == nullptr || std::fwrite(buffer_.data(), 1, buffer_.size(), file_) != buffer_.size();
    buffer_.clear();
  }

  std::string buffer_;
  std::FILE* file_ = nullptr;
  bool lost_ = false;
};

}  // namespace heddle
