// expect: verified
// search: dpor
// timeout: 200
// flags: -std=c++20
//
// std::filesystem: one thread makes a file while another makes a directory beside it, and a walk finds both.
#include <cassert>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

namespace fs = std::filesystem;

static void make(const fs::path& name, const char* text) { std::ofstream(name) << text; }

int main() {
  const fs::path top = fs::temp_directory_path() / "heddle-filesystem";
  assert(fs::create_directories(top / "below") && !fs::create_directories(top / "below"));
  std::thread other(make, top / "below" / "a.txt", "12345");
  assert(fs::create_directory(top / "empty"));
  other.join();
  make(top / "b.log", "123");
  std::uintmax_t total = 0;
  std::string names;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(top))
    if (entry.is_regular_file()) total += entry.file_size(), names += entry.path().extension().string();
  assert(total == 8 && names.size() == 8);
  fs::rename(top / "b.log", top / "below" / "c.log");
  fs::copy_file(top / "below" / "c.log", top / "d.log");
  assert(!fs::exists(top / "b.log") && fs::file_size(top / "d.log") == 3 && fs::equivalent(top, top / "below" / ".."));
  std::error_code error;
  fs::remove(top, error);
  assert(error == std::errc::directory_not_empty);
  try {
    fs::file_size(top / "nothing");
    assert(false);
  } catch (const fs::filesystem_error& e) {
    assert(e.path1() == top / "nothing" && e.code() == std::errc::no_such_file_or_directory);
  }
  assert(fs::remove_all(top) == 6 && !fs::exists(top));
  return 0;
}
