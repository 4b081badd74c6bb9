// The test of an iterator: main fills a collection with strings, and each thread goes through it and looks up what it finds
// in a set of the same strings. A string computes its hash when somebody first asks for it, and keeps it: that is plain,
// and what races. Before each use: Collection, with add, and Iterator(Collection&), with has_next and next.
#include <cassert>
#include <cstring>

#include "threads.h"

constexpr int kThreads = 2, kItems = 2;

class String {
 public:
  explicit String(const char* text) : text_(text) {}

  int hash() {
    int h = hash_;
    if (h == 0) {
      for (const char* c = text_; *c != 0; c++) h = 31 * h + *c;
      hash_ = h;
    }
    return h;
  }
  bool operator==(const String& other) const { return std::strcmp(text_, other.text_) == 0; }

 private:
  const char* text_;
  int hash_ = 0;
};

class HashSet {
 public:
  void add(String* s) {
    const int hash = s->hash();
    Entry*& first = table_[hash % kRoom];
    first = new Entry{hash, s, first};
  }
  bool contains(String* s) const {
    const int hash = s->hash();
    for (const Entry* e = table_[hash % kRoom]; e != nullptr; e = e->next)
      if (e->hash == hash && (e->key == s || *s == *e->key)) return true;
    return false;
  }

 private:
  static constexpr int kRoom = 4;
  struct Entry {
    int hash;
    String* key;
    Entry* next;
  };
  Entry* table_[kRoom] = {};
};

static Collection* collection;
static HashSet* data;

static void work(int) {
  String* sink[kItems];
  int sum = 0;
  for (Iterator i(*collection); i.has_next();) {
    String* next = i.next();
    assert(data->contains(next));
    sink[sum++] = next;
  }
  assert(sum == kItems);
  assert(sink[0] != sink[1]);
}

int main() {
  static const char* const text[kItems] = {"0", "1"};
  collection = new Collection;
  data = new HashSet;
  for (const char* t : text) {
    data->add(new String(t));
    collection->add(new String(t));
  }
  run_threads(kThreads);
}
