// expect: verified
//
// The standard error categories: their classes have no names outside of the library.
#include <cassert>
#include <future>
#include <string>
#include <system_error>
#include <thread>

static std::size_t length() {
  const std::error_code code(2, std::system_category());
  const std::error_condition condition = code.default_error_condition();
  assert(condition == std::errc::no_such_file_or_directory && code == condition);
  const std::string text = std::generic_category().message(2) + std::generic_category().name();
  try {
    throw std::system_error(code, "file");
  } catch (const std::exception& error) {
    return text.size() + std::string(error.what()).size();
  }
}

int main() {
  std::size_t here = 0, there = 0;
  std::thread t([&] { there = length(); });
  here = length();
  t.join();
  assert(here == there && here > 10);
  try {
    std::future<int> never = std::promise<int>().get_future();
    never.get();
  } catch (const std::future_error& error) {
    assert(error.code() == std::future_errc::broken_promise && error.what()[0] != 0);
  }
}
