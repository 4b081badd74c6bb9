// Product of two matrices that are vectors of vectors; each thread computes a band of rows.
#include <cstddef>
#include <functional>
#include <thread>
#include <vector>

#ifndef SIZE
#define SIZE 320
#endif

namespace {

constexpr std::size_t kThreads = 4;
using Matrix = std::vector<std::vector<double>>;

void multiply_rows(const Matrix& a, const Matrix& b, Matrix& product, std::size_t first, std::size_t end) {
  for (std::size_t i = first; i < end; ++i)
    for (std::size_t j = 0; j < b[0].size(); ++j) {
      product[i][j] = 0;
      for (std::size_t k = 0; k < b.size(); ++k) product[i][j] += a[i][k] * b[k][j];
    }
}

}  // namespace

int main() {
  const std::size_t n = SIZE;
  Matrix a(n, std::vector<double>(n)), b = a, product = a;
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) {
      a[i][j] = static_cast<double>(i % 7) + 1;
      b[i][j] = static_cast<double>(j % 5) + 1;
    }
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < kThreads; ++t)
    threads.emplace_back(multiply_rows, std::cref(a), std::cref(b), std::ref(product), n * t / kThreads,
                         n * (t + 1) / kThreads);
  for (std::thread& thread : threads) thread.join();
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j)
      if (product[i][j] != a[i][0] * b[0][j] * static_cast<double>(n)) return 1;
  return 0;
}
