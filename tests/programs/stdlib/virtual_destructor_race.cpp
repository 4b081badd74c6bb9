// expect: race on heap block
//
// A virtual call on an object that another thread may be destroying: the destructor changes the object's type.
#include <thread>

static int destroyed;

struct Base {
  virtual ~Base() { count(); }
  virtual void count() { destroyed++; }
  virtual int work() { return 0; }
};
struct Derived : Base {
  int work() override { return 1; }
};

int main() {
  Base* object = new Derived;
  std::thread other([object] { object->work(); });
  object->~Base();
  other.join();
  ::operator delete(object);
}
