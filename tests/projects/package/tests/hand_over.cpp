#include <heddle.h>

#include <cstdlib>
#include <thread>

#include "queue.h"

int main(int argc, char** argv) {
  const int count = argc > 1 ? std::atoi(argv[1]) : 1;
  Queue queue;
  std::thread producer([&] {
    for (int i = 0; i < count + 1; ++i) queue.push(i);
  });
  for (int i = 0; i < count + 1; ++i) {
    const int value = queue.pop();
    heddle_assert(value == i);
  }
  producer.join();
  return Queue::name()[3] == ' ' ? 0 : 1;
}
