// expect: verified
//
// std::function with a large capture, std::bind, member function pointers as thread bodies.
#include <array>
#include <functional>
#include <mutex>
#include <thread>

struct Account {
  std::mutex lock;
  int balance = 0;
  void add(int amount) {
    std::lock_guard<std::mutex> guard(lock);
    balance += amount;
  }
};

int main() {
  Account account;
  std::array<int, 16> amounts{};
  amounts[3] = 5;
  std::function<void()> work = [amounts, &account] { account.add(amounts[3]); };
  std::thread one(work);
  std::thread two(&Account::add, &account, 2);
  std::thread three(std::bind(&Account::add, &account, 1));
  one.join();
  two.join();
  three.join();
  return account.balance - 8;
}
