// expect: deadlock
// lines: 19
// cycle: 2
//
// Each transfer locks the account it takes from and then the one it gives to. Two transfers in opposite directions may
// each hold one lock and wait for the other. std::scoped_lock(from.lock, to.lock) would be right.
#include <mutex>
#include <thread>

struct Account {
  std::mutex lock;
  int balance = 100;
};

static Account anna, bert;

static void transfer(Account& from, Account& to, int amount) {
  std::lock_guard<std::mutex> first(from.lock);
  std::lock_guard<std::mutex> second(to.lock);
  from.balance -= amount;
  to.balance += amount;
}

int main() {
  std::thread one([] { transfer(anna, bert, 10); });
  std::thread two([] { transfer(bert, anna, 20); });
  one.join();
  two.join();
}
