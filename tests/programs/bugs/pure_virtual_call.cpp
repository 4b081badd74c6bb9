// expect: assertion
//
// A thread calls a virtual function of an object whose derived part does not exist yet, or no longer: the classic
// thread in a base class. Here in one thread only, so that there is no race beside it.
struct Base {
  Base() { start(); }
  virtual ~Base() = default;
  void start() { run(); }
  virtual void run() = 0;
};

struct Derived : Base {
  void run() override {}
};

int main() { Derived object; }
