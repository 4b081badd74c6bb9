// expect: verified
// flags: -std=c++17
//
// Exceptions out of libraries, through their frames, and kept by them.
#include <cassert>
#include <future>
#include <map>
#include <ostream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

struct Failing : std::streambuf {
  int overflow(int c) override {
    int local = c;
    int* p = &local;
    if (*p) throw 5;
    return *p;
  }
};

struct CatchesInside {
  explicit CatchesInside(int* n) : total(n) {}
  ~CatchesInside() {
    int copy = *total;
    int* p = &copy;
    try {
      if (*p > 0) throw std::string("in a destructor");
    } catch (const std::string&) {
      ++*total;
    }
  }
  int* total;
};

static int element(const std::vector<int>& v, std::size_t i) {
  std::size_t index = i;
  std::size_t* p = &index;
  return v.at(*p);
}

int main() {
  int sum = 1;
  const std::vector<int> numbers{1, 1, 1};
  for (std::size_t i = 0; i < 6; i++) {
    try {
      CatchesInside guard(&sum);
      sum += element(numbers, i);
    } catch (const std::out_of_range&) {
      int one = 1;
      int* p = &one;
      sum += *p;
    }
  }
  assert(sum == 13);

  Failing buffer;
  std::ostream out(&buffer);
  out << "kept by the stream";
  int after = 1;
  int* p = &after;
  assert(out.bad() && *p == 1);
  out.clear();
  out.exceptions(std::ios::badbit);
  try {
    out << "thrown on";
  } catch (int e) {
    sum += e;
  }
  try {
    sum += std::stoi("no number");
  } catch (const std::invalid_argument&) {
    sum += *p;
  }
  std::future<int> result = std::async(std::launch::async, [] {
    int local = 1;
    int* q = &local;
    if (*q) throw std::runtime_error("in another thread");
    return 1;
  });
  try {
    sum += result.get();
  } catch (const std::runtime_error&) {
    sum += *p;
  }
  assert(sum == 20);
}
