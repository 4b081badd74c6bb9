// Two transfers in opposite directions: the locks lie in heap objects of the same type, from the same line.
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

struct Account {
  int balance = 100;
  std::mutex m;
};

void transfer(Account& from, Account& to, int amount) {
  std::lock_guard one(from.m);
  std::lock_guard two(to.m);
  from.balance -= amount;
  to.balance += amount;
}

int main() {
  std::vector<std::unique_ptr<Account>> accounts;
  for (int i = 0; i < 2; ++i) accounts.push_back(std::make_unique<Account>());
  std::thread other([&] { transfer(*accounts[1], *accounts[0], 10); });
  transfer(*accounts[0], *accounts[1], 20);
  other.join();
}
