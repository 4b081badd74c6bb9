// A write under a lock that is held for reading.
#include <map>
#include <shared_mutex>
#include <string>
#include <thread>
class Cache {
 public:
  int get(int key) {
    std::shared_lock l(m_);
    ++hits_;
    auto it = data_.find(key);
    return it == data_.end() ? 0 : it->second;
  }

 private:
  std::shared_mutex m_;
  std::map<int, int> data_;
  int hits_ = 0;
};
int main() {
  Cache c;
  std::thread t([&] { c.get(1); });
  c.get(2);
  t.join();
}
