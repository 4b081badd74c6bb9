// expect: memory
// lines: 20
//
// A reference to the exception outlives the exception: the handler was its only owner.
#include <exception>
#include <future>
#include <stdexcept>
#include <string>
#include <thread>

struct Note {
  int number = 0;
};

std::promise<const Note*> handed;

int main() {
  std::thread other([] {
    const Note* note = handed.get_future().get();
    if (note->number == 7) std::this_thread::yield();
  });
  const Note* kept = nullptr;
  try {
    throw Note{7};
  } catch (const Note& note) {
    kept = &note;
  }
  handed.set_value(kept);
  other.join();
}
