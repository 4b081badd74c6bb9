// expect: verified
// Long ways that stay inside: from the end backwards, from the middle, through a structure with an open end, from before
// the first element, through rows, with a node inside of a larger one.
#include <cassert>
#include <cstddef>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

struct Open {
  int head[100];
  Open *next;
  char tail[];
};

struct Node {
  Node *next;
};
struct Record {
  long payload[40];
  Node node;
};

static Record *record_of(Node *node) {
  return reinterpret_cast<Record *>(reinterpret_cast<char *>(node) - offsetof(Record, node));
}

static void fill_back(int *end, int n) {
  for (int i = 1; i <= n; i++) end[-i] = i;
}

static long sum_rows(const int *cells, int rows, int columns) {
  long sum = 0;
  for (int column = 0; column < columns; column++)
    for (int row = 0; row < rows; row++) sum += cells[row * columns + column];
  return sum;
}

int main() {
  std::vector<int> values(1000), cells(30 * 20, 1);
  std::string text(500, 'x');
  auto *open = static_cast<Open *>(malloc(sizeof(Open) + 300));
  double *from_one = static_cast<double *>(malloc(100 * sizeof(double))) - 1;
  Node head{};
  Record record{};
  std::thread t([&] {
    fill_back(values.data() + values.size(), 1000);
    for (int i = 499; i >= 0; i -= 7) text[static_cast<std::size_t>(i)] = 'y';
    open->next = nullptr;
    open->tail[299] = 1;
    open->head[99] = 2;
    for (int i = 1; i <= 100; i += 3) from_one[i] = i;
    head.next = &record.node;
    record_of(head.next)->payload[39] = 5;
  });
  t.join();
  assert(values[999] == 1 && text[499] == 'y' && open->tail[299] == 1 && from_one[100] == 100);
  assert(record.payload[39] == 5 && sum_rows(cells.data(), 30, 20) == 600);
  free(from_one + 1);
  free(open);
  return 0;
}
