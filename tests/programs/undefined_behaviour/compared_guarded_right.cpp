// expect: verified
// assumes: sequential consistency
// assumes: malloc succeeds
// flags: -std=c++20
//
// What is there only sometimes is compared only then; bits beside those that are looked at, padding and
//  what a container has in reserve are nobody's business.
#include <any>
#include <cassert>
#include <cstdlib>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

struct Bits { unsigned a : 3; unsigned b : 5; int c : 4; };
struct Gaps { char tag; int value; };
struct Maybe { int set; int value; };

int main() {
  bool found = false;
  std::optional<int> none;
  if (none && *none == 7) found = true;
  if (none == 7) found = true;
  std::variant<int, double> either;
  if (std::holds_alternative<double>(either)) found = true;

  Bits bits;
  bits.a = 2;
  if (bits.a == 3) found = true;
  auto *more = static_cast<Bits *>(std::malloc(sizeof(Bits)));
  more->c = -1;
  if (more->c == 3) found = true;

  Gaps gaps;
  gaps.tag = 'a';
  gaps.value = 1;
  Gaps *copy = new Gaps(gaps);
  if (copy->value == 7) found = true;

  Maybe maybe;
  maybe.set = 0;
  Maybe other = maybe;
  if (other.set && other.value == 7) found = true;

  std::map<std::string, int> counts;
  counts["one"] = 1;
  counts[std::string(40, 'x')] = 2;
  std::vector<int> numbers;
  for (int i = 0; i < 5; ++i) numbers.push_back(i);
  std::any any = 5;
  if (counts.size() == 7 || numbers.size() == 7 || std::any_cast<int>(any) == 7) found = true;
  assert(!found);
  delete copy;
  std::free(more);
}
