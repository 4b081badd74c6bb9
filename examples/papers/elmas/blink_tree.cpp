// expect: verified
// search: dpor optimal stateful
//
// Elmas, Qadeer and Tasiran 2006, section 7, BlinkTree (after Sagiv 1985): one level of a concurrent B-link tree, a
// list of containers that hold references to data nodes, sorted by key. A container's lock protects it and the data
// nodes that it holds at the moment. insert() moves data nodes to a new container on the right, remove() those of the
// right neighbour to the left: the lock that protects a data node changes with that, without the data node being
// touched.
//
// Few locks: a thread that looks for its container holds one lock at a time, and none in between. It finds what has
// moved meanwhile by the links: a key above the container's largest one is to the right, and an emptied container says
// where its data nodes have gone. Only a merge holds two locks, from left to right.
#include <algorithm>
#include <cassert>
#include <climits>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

constexpr std::size_t kCapacity = 2;

struct Data {
  int key, datum;
};

struct Container {
  std::mutex mutex;
  std::vector<Data*> nodes;
  int largest = INT_MAX;          // key that belongs here
  Container* right = nullptr;     // nullptr: the last one
  Container* moved_to = nullptr;  // all of it, by a merge

  auto place(int key) {
    return std::lower_bound(nodes.begin(), nodes.end(), key, [](const Data* d, int k) { return d->key < k; });
  }
  Data* find(int key) {
    const auto at = place(key);
    return at != nodes.end() && (*at)->key == key ? *at : nullptr;
  }
};

class BlinkTree {
 public:
  void insert(int key, int datum) {
    const auto [c, lock] = locked_container(key);
    c->nodes.insert(c->place(key), new Data{key, datum});
    if (c->nodes.size() <= kCapacity) return;
    auto* const split = new Container;  // nobody else knows it before c is unlocked
    const auto middle = c->nodes.begin() + static_cast<std::ptrdiff_t>(c->nodes.size() / 2);
    split->nodes.assign(middle, c->nodes.end());
    c->nodes.erase(middle, c->nodes.end());
    split->largest = c->largest;
    split->right = c->right;
    c->largest = c->nodes.back()->key;
    c->right = split;
  }

  bool remove(int key) {
    const auto [c, lock] = locked_container(key);
    Data* const data = c->find(key);
    if (!data) return false;
    c->nodes.erase(c->place(key));
    delete data;
    if (!c->nodes.empty() || !c->right) return true;
    Container* const gone = c->right;
    const std::lock_guard second(gone->mutex);
    c->nodes.swap(gone->nodes);
    c->largest = gone->largest;
    c->right = gone->right;
    gone->moved_to = c;
    retired_.emplace_back(gone);  // others may be on their way to it
    return true;
  }

  std::optional<int> lookup(int key) {
    const auto [c, lock] = locked_container(key);
    const Data* const data = c->find(key);
    return data ? std::optional(data->datum) : std::nullopt;
  }

  // While nobody else is there.
  std::vector<int> keys() {
    std::vector<int> all;
    for (Container* c = &first_; c; c = c->right)
      for (const Data* d : c->nodes) all.push_back(d->key);
    return all;
  }

  ~BlinkTree() {
    for (Container* c = &first_; c;) {
      for (const Data* d : c->nodes) delete d;
      Container* const next = c->right;
      if (c != &first_) delete c;
      c = next;
    }
  }

 private:
  std::pair<Container*, std::unique_lock<std::mutex>> locked_container(int key) {
    for (Container* c = &first_;;) {
      std::unique_lock lock(c->mutex);
      if (c->moved_to)
        c = c->moved_to;
      else if (key > c->largest)
        c = c->right;
      else
        return {c, std::move(lock)};
    }
  }

  Container first_;
  std::vector<std::unique_ptr<Container>> retired_;  // by the only thread that removes
};

int main() {
  BlinkTree tree;
  for (const int key : {10, 20, 30}) tree.insert(key, -key);  // {10} {20 30}
  std::thread inserter([&] { tree.insert(25, -25); });        // splits the container on the right,
  std::thread other([&] { tree.insert(40, -40); });           // and so does this
  std::thread remover([&] { assert(tree.remove(10)); });      // merges it into the left one
  std::thread reader([&] {                                    // follows the links meanwhile
    assert(tree.lookup(30) == -30);
    assert(tree.lookup(20) == -20);
  });
  inserter.join();
  other.join();
  remover.join();
  reader.join();
  assert((tree.keys() == std::vector{20, 25, 30, 40}));
}
