// Lines of a file, a pipe or standard input, plain or gzip (told by the first two bytes), in large blocks: at any time
// one block and one line are in memory, whatever the length of the file. A gzip file that ends too early gives the
// lines up to there and says so.
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::trace {

class LineReader {
 public:
  static constexpr std::size_t kLongestLine = std::size_t{1} << 20;

  // Takes the descriptor over, closes it in the end. `stop`: asked when a signal interrupts a read; true ends the
  // reading.
  explicit LineReader(int descriptor, bool (*stop)() = nullptr);
  ~LineReader();
  LineReader(const LineReader&) = delete;
  LineReader& operator=(const LineReader&) = delete;

  // The next line without its end ("\n" or "\r\n"); valid until the next call. False: there is none, or error().
  bool next(std::string_view& line);
  // The same if it lies in memory already: then the lines handed out since the last next() stay valid. False: it does
  // not, and nothing happened.
  bool next_at_hand(std::string_view& line);

  std::uint64_t number() const { return number_; }       // of the last line, from 1
  bool ended_by_newline() const { return terminated_; }  // the last line
  bool cut() const { return cut_; }                      // a gzip file that ends too early
  const std::string& error() const { return error_; }    // of reading

 private:
  struct Inflater;

  bool fill();
  void take(const char* newline, std::string_view& line);
  std::size_t read_some(char* to, std::size_t size);
  std::size_t read_raw(char* to, std::size_t size);
  void look_for_gzip();

  int descriptor_;
  bool (*stop_)();
  std::unique_ptr<Inflater> inflater_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0, end_ = 0;  // what is not handed out yet
  std::uint64_t number_ = 0;
  bool terminated_ = true;
  bool at_end_ = false;
  bool cut_ = false;
  std::string error_;
};

}  // namespace heddle::trace
