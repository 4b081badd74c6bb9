// expect: verified
// flags: -std=c++20
// search: dpor
//
// What lives on: short strings, references captured by closures that do not outlive them, arguments of threads that are
// joined in time, exceptions that leave scopes, scopes that are entered again, temporaries, a stream buffer that gets
// the addresses of a compiled library's own locals.
#include <algorithm>
#include <array>
#include <cassert>
#include <functional>
#include <map>
#include <ostream>
#include <stdexcept>
#include <streambuf>
#include <string>
#include <thread>
#include <vector>

struct Node { int value; const Node *next; };

int walk(const Node *n) { return n ? n->value + walk(n->next) : 0; }
int (*volatile walker)(const Node *) = walk;

int deeper(int depth) {
  int local[3] = {depth, depth + 1, depth + 2};
  Node first{local[0], nullptr}, second{local[1], &first};
  if (depth == 0) throw std::runtime_error("bottom");
  return walker(&second) + deeper(depth - 1);
}

struct Collect : std::streambuf {
  std::string text;
  int_type overflow(int_type c) override { return text.push_back(static_cast<char>(c)), c; }
  std::streamsize xsputn(const char *s, std::streamsize n) override { return text.append(s, static_cast<std::size_t>(n)), n; }
};

template <class F>
int apply(F f) { return f(3); }

void work(std::string name, const std::vector<int> &numbers, int &result) {
  std::array<int, 4> copy{};
  for (std::size_t i = 0; i < numbers.size(); i++) copy[i] = numbers[i];
  for (int round = 0; round < 3; round++) {
    std::string local = name + std::to_string(round);
    std::function<std::size_t()> size = [&local] { return local.size(); };
    result += static_cast<int>(size());
    try {
      result += deeper(3);
    } catch (const std::exception &e) {
      result += e.what()[0] == 'b';
    }
  }
  std::map<std::string, int> table{{"a", 1}, {"b", 2}};
  for (auto &[key, value] : table) result += apply([&](int x) { return x * value; });
  result += *std::max_element(copy.begin(), copy.end());
  Collect collect;
  std::ostream out(&collect);
  out << 12.5 << ' ' << 77 << ' ' << std::string("x");
  assert(collect.text == "12.5 77 x");
}

int main() {
  std::vector<int> numbers{4, 2, 9};
  int result = 0;
  std::thread t(work, "abc", std::cref(numbers), std::ref(result));
  t.join();
  assert(result == 3 * 4 + 3 + 9 + 9);
  return 0;
}
