// expect: verified
//
// Each thread has its own std::shared_ptr to one object; the last one to let go deletes it, whoever that is.
#include <memory>
#include <thread>

static int deleted;

struct Tracked {
  int value = 1;
  ~Tracked() { deleted++; }
};

int main() {
  auto original = std::make_shared<Tracked>();
  std::thread other([copy = original] { (void)copy->value; });
  original.reset();
  other.join();
  return deleted - 1;
}
