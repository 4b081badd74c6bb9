// Our versions of compiled library functions do what the library's do, and the hooks see them.
#include <gtest/gtest.h>

#include <functional>
#include <ostream>
#include <string>
#include <unordered_map>

#include "model/address_space.h"
#include "support.h"

namespace heddle {
namespace {

using test::load;
using test::run;

TEST(Library, TreesHoldTheirOrderAndColours) {
  const LoadResult result = load({{"a.cpp", R"(
#include <map>
#include <set>
#include <vector>
#include <algorithm>
using Node = std::_Rb_tree_node_base;
static unsigned state = 12345;
static unsigned draw() { return state = state * 1664525u + 1013904223u, state >> 8; }
// Black height, or -1 where a rule is broken.
static int height(const Node* node, const Node* parent) {
  if (!node) return 1;
  if (node->_M_parent != parent) return -1;
  if (node->_M_color == std::_S_red &&
      ((node->_M_left && node->_M_left->_M_color == std::_S_red) ||
       (node->_M_right && node->_M_right->_M_color == std::_S_red))) return -1;
  int left = height(node->_M_left, node), right = height(node->_M_right, node);
  if (left < 0 || left != right) return -1;
  return left + (node->_M_color == std::_S_black);
}
int main() {
  std::map<int, int> map;
  std::vector<std::pair<int, int>> sorted;
  for (int step = 0; step < 6000; step++) {
    int key = draw() % 300;
    auto place = std::lower_bound(sorted.begin(), sorted.end(), std::pair<int, int>{key, -1});
    bool there = place != sorted.end() && place->first == key;
    if (draw() % 2) {
      if (!there) sorted.insert(place, {key, step});
      map.insert({key, step});
    } else {
      if (there) sorted.erase(place);
      map.erase(key);
    }
    if (map.size() != sorted.size()) return 1;
    if (step % 20) continue;
    if (!std::equal(map.begin(), map.end(), sorted.begin(), [](auto& a, auto& b) { return a.first == b.first && a.second == b.second; })) return 2;
    if (!std::equal(map.rbegin(), map.rend(), sorted.rbegin(), [](auto& a, auto& b) { return a.first == b.first; })) return 3;
    const std::map<int, int>& constant = map;
    if ((std::size_t)std::distance(constant.begin(), constant.end()) != sorted.size()) return 4;
    const Node* header = map.end()._M_node;
    if (height(header->_M_parent, header) < 0) return 5;
    if (header->_M_parent && header->_M_parent->_M_color != std::_S_black) return 6;
  }
  while (!map.empty()) {
    map.erase(draw() % 2 ? map.begin() : std::prev(map.end()));
    const Node* header = map.end()._M_node;
    if (height(header->_M_parent, header) < 0) return 7;
  }
  return map.begin() == map.end() ? 0 : 8;
}
)"}});
  ASSERT_TRUE(result.program) << result.error;
  EXPECT_EQ(run(result.program->image()), 0);
}

TEST(Library, ListsHoldTogether) {
  const LoadResult result = load({{"a.cpp", R"(
#include <list>
#include <vector>
static bool same(const std::list<int>& list, std::vector<int> expected) {
  if (std::vector<int>(list.begin(), list.end()) != expected) return false;
  return std::vector<int>(list.rbegin(), list.rend()) == std::vector<int>(expected.rbegin(), expected.rend());
}
int main() {
  std::list<int> a = {1, 2, 3}, b = {7, 8}, empty;
  a.push_front(0); a.push_back(4);
  if (!same(a, {0, 1, 2, 3, 4})) return 1;
  a.erase(std::next(a.begin()));
  if (!same(a, {0, 2, 3, 4})) return 2;
  a.splice(std::next(a.begin()), b);
  if (!same(a, {0, 7, 8, 2, 3, 4}) || !same(b, {})) return 3;
  a.splice(a.begin(), a, std::prev(a.end()));
  if (!same(a, {4, 0, 7, 8, 2, 3})) return 4;
  a.reverse();
  if (!same(a, {3, 2, 8, 7, 0, 4})) return 5;
  a.sort();
  if (!same(a, {0, 2, 3, 4, 7, 8})) return 6;
  b = {5, 6};
  a.swap(b);
  if (!same(a, {5, 6}) || !same(b, {0, 2, 3, 4, 7, 8})) return 7;
  a.swap(empty);
  if (!same(a, {}) || !same(empty, {5, 6})) return 8;
  a.swap(empty);
  if (!same(a, {5, 6}) || !same(empty, {})) return 9;
  a.merge(b);
  if (!same(a, {0, 2, 3, 4, 5, 6, 7, 8})) return 10;
  return 0;
}
)"}});
  ASSERT_TRUE(result.program) << result.error;
  EXPECT_EQ(run(result.program->image()), 0);
}

TEST(Library, HashesAndBucketsAreThoseOfTheLibrary) {
  const LoadResult result = load({{"a.cpp", R"(
#include <functional>
#include <string>
#include <unordered_map>
std::size_t hashes[64];
std::size_t buckets[64];
int main() {
  std::string text;
  std::unordered_map<int, int> map;
  for (int i = 0; i < 64; i++) {
    hashes[i] = std::hash<std::string>()(text);
    text += char('a' + i % 26);
    for (int k = 0; k < 10; k++) map[i * 10 + k] = k;
    buckets[i] = map.bucket_count();
  }
  return 0;
}
)"}});
  ASSERT_TRUE(result.program) << result.error;
  const Image& image = result.program->image();
  EXPECT_EQ(run(image), 0);
  const std::size_t *hashes = nullptr, *buckets = nullptr;
  for (const GlobalRange& range : image.globals) {
    if (image.variables[range.variable].name == "hashes") hashes = reinterpret_cast<std::size_t*>(range.begin);
    if (image.variables[range.variable].name == "buckets") buckets = reinterpret_cast<std::size_t*>(range.begin);
  }
  ASSERT_TRUE(hashes && buckets);
  std::string text;
  std::unordered_map<int, int> map;
  for (int i = 0; i < 64; i++) {
    EXPECT_EQ(hashes[i], std::hash<std::string>()(text)) << i;
    text += char('a' + i % 26);
    for (int k = 0; k < 10; k++) map[i * 10 + k] = k;
    EXPECT_EQ(buckets[i], map.bucket_count()) << i;
  }
}

TEST(Library, HooksSeeTheNodesOfATree) {
  const LoadResult result = load({{"a.cpp", R"(
#include <set>
std::set<int> set;
int main() { for (int i = 0; i < 3; i++) set.insert(i); return 0; }
)"}});
  ASSERT_TRUE(result.program) << result.error;
  const Image& image = result.program->image();
  run(image);
  const Address header = image.globals.front().begin;  // the set is the only variable with a constructor
  bool seen = false;
  for (const Address address : test::seen.written) seen |= address >= header && address < header + 48;
  EXPECT_TRUE(seen);
  EXPECT_GT(test::seen.writes, 15u);  // three nodes with four fields each, written by our insertion
  bool named = false;
  for (std::uint32_t i = 0; i < image.sites.size(); i++)
    for (const SourcePosition& frame : image.sites[SiteId(i)].frames)
      if (frame.file == "<heddle library>/tree.cpp") named = frame.system;
  EXPECT_TRUE(named);
  bool symbolised = false, caller = false;  // the same name on a stack, with the user's code further out
  for (const std::uintptr_t address : test::seen.written_from)
    for (const SourcePosition& frame : image.symbolise(address)) {
      symbolised |= frame.file == "<heddle library>/tree.cpp" && frame.system;
      caller |= frame.file == "a.cpp";
    }
  EXPECT_TRUE(symbolised);
  EXPECT_TRUE(caller);
}

// Each source returns the number of its first broken line.
struct Case {
  const char* name;
  const char* file;
  const char* source;
};
void PrintTo(const Case& c, std::ostream* out) { *out << c.name; }
class LibraryProgram : public testing::TestWithParam<Case> {};

TEST_P(LibraryProgram, GivesTheUsualResults) {
  const std::string check = "#define CHECK(c) do { if (!(c)) return __LINE__; } while (0)\n";
  const LoadResult result = load({{GetParam().file, check + GetParam().source}});
  ASSERT_TRUE(result.program) << result.error;
  EXPECT_EQ(run(result.program->image()), 0);
}

const Case kCases[] = {
    {"strings", "a.c", R"(#define _GNU_SOURCE
#include <string.h>
#include <strings.h>
#include <wchar.h>
char text[] = "one,two;;three", other[20];
int main(void) {
  char* place;
  CHECK(!strcmp(strtok(text, ",;"), "one") && !strcmp(strtok(NULL, ",;"), "two"));
  CHECK(!strcmp(strtok(NULL, ",;"), "three") && !strtok(NULL, ",;"));
  strcpy(other, "a b");
  CHECK(!strcmp(strtok_r(other, " ", &place), "a") && !strcmp(strtok_r(NULL, " ", &place), "b"));
  CHECK(!strtok_r(NULL, " ", &place));
  CHECK(strspn("aab", "a") == 2 && strcspn("xyz", "z") == 2 && *strpbrk("abc", "xc") == 'c' && !strpbrk("abc", "x"));
  CHECK(strcasecmp("HeLLo", "hello") == 0 && strcasecmp("a", "B") < 0 && strncasecmp("abX", "aby", 2) == 0);
  CHECK(!strcmp(strcasestr("Hello World", "wor"), "World") && !strcasestr("abc", "d") && *strchrnul("abc", 'x') == 0);
  CHECK(!strcmp(memrchr("abab", 'a', 4), "ab") && memmem("hello", 5, "ll", 2) && !memmem("hello", 5, "lx", 2));
  char* rest = strcpy(other, "k=v");
  CHECK(!strcmp(strsep(&rest, "="), "k") && !strcmp(strsep(&rest, "="), "v") && !strsep(&rest, "="));
  CHECK(stpncpy(other, "abc", 10) == other + 3 && other[9] == 0);
  CHECK(wcslen(L"wide") == 4 && wcscmp(L"a", L"b") < 0 && !strcoll("a", "a"));
  return 0;
}
)"},
    {"numbers", "a.c", R"(
#include <errno.h>
#include <math.h>
#include <stdlib.h>
char text[] = "  42abc";
int main(void) {
  char* end;
  CHECK(strtol(text, &end, 10) == 42 && end == text + 4);
  CHECK(atoi("-17") == -17 && atol("5") == 5 && atoll("123456789012") == 123456789012ll && atof("2.5x") == 2.5);
  CHECK(strtoul("ff", &end, 16) == 255 && *end == 0 && strtod("1e3", NULL) == 1000 && strtof("0.5", &end) == 0.5f);
  errno = 0;
  CHECK(strtol("99999999999999999999", NULL, 10) > 0 && errno == ERANGE);
  int exponent; double whole;
  CHECK(frexp(8.0, &exponent) == 0.5 && exponent == 4 && modf(3.25, &whole) == 0.25 && whole == 3);
  CHECK(remquo(7.0, 2.0, &exponent) == -1.0 && (exponent & 7) == 4);
  return 0;
}
)"},
    {"sorting", "a.c", R"(#define _GNU_SOURCE
#include <search.h>
#include <stdlib.h>
static int order(const void* a, const void* b) { return *(const int*)a / 10 - *(const int*)b / 10; }
static int many[600];
int main(void) {
  int n[] = {21, 15, 3, 27, 11, 7}, key = 23, other = 45;
  const int sorted[] = {3, 7, 15, 11, 21, 27};
  qsort(n, 6, sizeof(int), order);
  for (int i = 0; i < 6; i++) CHECK(n[i] == sorted[i]);
  int* found = bsearch(&key, n, 6, sizeof(int), order);
  CHECK(found && *found / 10 == 2 && !bsearch(&other, n, 6, sizeof(int), order));
  for (int i = 0; i < 600; i++) many[i] = i * 7919 % 600 * 10;
  qsort(many, 600, sizeof(int), order);
  for (int i = 0; i < 600; i++) CHECK(many[i] == i * 10);
  int table[4] = {5, 25}; size_t count = 2;
  CHECK(lfind(&key, table, &count, sizeof(int), order) == &table[1] && !lfind(&other, table, &count, sizeof(int), order));
  CHECK(lsearch(&other, table, &count, sizeof(int), order) == &table[2] && count == 3 && table[2] == 45);
  return 0;
}
)"},
    {"random", "a.c", R"(#define _GNU_SOURCE
#include <stdlib.h>
int main(void) {
  CHECK(rand() == 1804289383 && rand() == 846930886);
  srand(42); CHECK(rand() == 71876166); srand(0); CHECK(rand() == 1804289383);
  unsigned seed = 1; CHECK(rand_r(&seed) == 476707713);
  srand48(0); CHECK(lrand48() == 366850414 && mrand48() == -1074162815);
  unsigned short x[3] = {1, 2, 3}; CHECK(nrand48(x) == 949179875);
  return 0;
}
)"},
    {"environment", "a.c", R"(#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <string.h>
extern char** environ;
int main(void) {
  static char text[] = "B=2";
  CHECK(!getenv("PATH") && !environ[0]);
  CHECK(!setenv("A", "1", 0) && !setenv("A", "x", 0) && !strcmp(getenv("A"), "1") && !putenv(text) && getenv("B") == text + 2);
  CHECK(!setenv("A", "longer", 1) && !strcmp(getenv("A"), "longer") && environ[1] && !environ[2]);
  CHECK(!unsetenv("A") && !getenv("A") && environ[0] == text && !environ[1]);
  errno = 0; CHECK(setenv("A=B", "1", 1) == -1 && errno == EINVAL && unsetenv("") == -1);
  CHECK(!clearenv() && !getenv("B") && !setenv("C", "3", 1) && !strcmp(getenv("C"), "3"));
  return 0;
}
)"},
    {"options", "a.c", R"(#define _GNU_SOURCE
#include <getopt.h>
#include <string.h>
int main(void) {
  char w[10][10] = {"p", "x", "-ab", "y", "-c", "arg", "--lo=1", "--", "-z"};
  char* words[10]; for (int i = 0; i < 9; i++) words[i] = w[i];
  static const struct option longs[] = {{"long", required_argument, 0, 'L'}, {0}};
  int which = -1;
  opterr = 0;
  CHECK(getopt_long(9, words, "abc:", longs, &which) == 'a' && getopt_long(9, words, "abc:", longs, &which) == 'b');
  CHECK(getopt_long(9, words, "abc:", longs, &which) == 'c' && !strcmp(optarg, "arg"));
  CHECK(getopt_long(9, words, "abc:", longs, &which) == 'L' && !strcmp(optarg, "1") && which == 0);
  CHECK(getopt_long(9, words, "abc:", longs, &which) == -1 && optind == 6 && words[6] == w[1] && words[8] == w[8]);
  char* bad[] = {w[0], w[2], 0}; optind = 0;
  CHECK(getopt(2, bad, ":b:") == '?' && optopt == 'a' && getopt(2, bad, ":b:") == ':' && optopt == 'b');
  return 0;
}
)"},
    {"wide strings", "a.c", R"(#define _GNU_SOURCE
#include <stdlib.h>
#include <wchar.h>
wchar_t a[32];
int main(void) {
  wcscpy(a, L"one"); wcscat(a, L" two"); wcsncat(a, L"three", 2);
  CHECK(!wcscmp(a, L"one twoth") && wcslen(a) == 9 && wcsnlen(a, 4) == 4 && wcsncmp(a, L"one x", 4) == 0);
  CHECK(wcschr(a, L'o') == a && wcsrchr(a, L'o') == a + 6 && wcsstr(a, L"tw") == a + 4 && !wcsstr(a, L"tx"));
  CHECK(wcsspn(a, L"noe") == 3 && wcscspn(a, L" ") == 3 && wcspbrk(a, L"wt") == a + 4);
  wchar_t* end; CHECK(wcstol(L"12z", &end, 10) == 12 && *end == L'z');
  char n[8]; CHECK(mbstowcs(a, "abc", 32) == 3 && a[2] == L'c' && wcstombs(n, a, 8) == 3 && n[1] == 'b');
  return 0;
}
)"},
    {"dates", "a.c", R"(#define _GNU_SOURCE
#include <locale.h>
#include <string.h>
#include <time.h>
int main(void) {
  time_t t = 86400; struct tm m; char out[40];
  CHECK(gmtime_r(&t, &m) && m.tm_mday == 2 && m.tm_year == 70 && timegm(&m) == t);
  CHECK(gmtime(&t)->tm_mday == 2 && localtime(&t) && mktime(localtime(&t)) == t);
  CHECK(strftime(out, sizeof out, "%Y-%m-%d", &m) == 10 && !strcmp(out, "1970-01-02"));
  CHECK(!strcmp(asctime(&m), "Fri Jan  2 00:00:00 1970\n"));
  CHECK(!strcmp(setlocale(LC_ALL, ""), "C") && !setlocale(LC_ALL, "xx_XX"));
  return 0;
}
)"},
    {"attributes", "a.c", R"(
#include <pthread.h>
int main(void) {
  pthread_attr_t a; pthread_mutexattr_t m; int v; size_t n;
  CHECK(pthread_attr_init(&a) == 0 && pthread_attr_setdetachstate(&a, PTHREAD_CREATE_DETACHED) == 0);
  CHECK(pthread_attr_getdetachstate(&a, &v) == 0 && v == PTHREAD_CREATE_DETACHED);
  CHECK(pthread_attr_setstacksize(&a, 1 << 20) == 0 && pthread_attr_getstacksize(&a, &n) == 0 && n == 1 << 20);
  CHECK(pthread_attr_destroy(&a) == 0);
  CHECK(pthread_mutexattr_init(&m) == 0 && pthread_mutexattr_settype(&m, PTHREAD_MUTEX_RECURSIVE) == 0);
  CHECK(pthread_mutexattr_gettype(&m, &v) == 0 && v == PTHREAD_MUTEX_RECURSIVE && pthread_mutexattr_settype(&m, 99) != 0);
  return pthread_mutexattr_destroy(&m);
}
)"},
    {"c11 threads", "a.c", R"(
#include <threads.h>
static mtx_t m; static cnd_t c; static int ready; static once_flag once = ONCE_FLAG_INIT; static int inits;
static void init(void) { inits++; }
static int work(void* p) {
  call_once(&once, init);
  mtx_lock(&m); ready = 1; cnd_signal(&c); mtx_unlock(&m);
  return *(int*)p;
}
int main(void) {
  int n = -5, r; thrd_t t; tss_t key;
  CHECK(mtx_init(&m, mtx_plain) == thrd_success && cnd_init(&c) == thrd_success);
  call_once(&once, init);
  CHECK(thrd_create(&t, work, &n) == thrd_success);
  mtx_lock(&m); while (!ready) cnd_wait(&c, &m); mtx_unlock(&m);
  CHECK(thrd_join(t, &r) == thrd_success && r == -5 && inits == 1);
  CHECK(mtx_trylock(&m) == thrd_success && mtx_trylock(&m) == thrd_busy && mtx_unlock(&m) == thrd_success);
  CHECK(tss_create(&key, 0) == thrd_success && tss_set(key, &n) == thrd_success && tss_get(key) == &n);
  mtx_destroy(&m); cnd_destroy(&c);
  CHECK(mtx_init(&m, mtx_recursive) == thrd_success && mtx_lock(&m) == 0 && mtx_trylock(&m) == thrd_success);
  return 0;
}
)"},
    {"streams", "a.cpp", R"(
#include <sstream>
#include <iomanip>
#include <random>
#include <charconv>
#include <stdexcept>
int main() {
  std::ostringstream out;
  out << 1 << ' ' << 2.5 << " text " << std::string("str") << true << std::setw(4) << 7u << '\n';
  out.write("raw", 2); out.put('!'); out << (void*)nullptr;
  CHECK(out.str() == "1 2.5 text str1   7\nra!0");
  std::istringstream in("12 3.5 word\nline two\n\nlast");
  int i; double d; std::string s;
  CHECK(in >> i >> d >> s && i == 12 && d == 3.5 && s == "word");
  CHECK(std::getline(in, s) && s.empty() && std::getline(in, s) && s == "line two" && std::getline(in, s) && s == "");
  CHECK(std::getline(in, s) && s == "last" && in.eof() && !std::getline(in, s));
  std::istringstream limited("abcdef"); limited >> std::setw(3) >> s; CHECK(s == "abc");
  std::istringstream bad("x"); CHECK(!(bad >> i) && i == 0);
  char text[40]; auto r = std::to_chars(text, text + 40, 0.25); double back = 0;
  CHECK(std::string(text, r.ptr) == "0.25" && std::from_chars(text, r.ptr, back).ptr == r.ptr && back == 0.25);
  try { throw std::runtime_error(std::string("a text that is long enough for the heap")); }
  catch (const std::exception& e) { CHECK(std::string(e.what()).size() == 39); }
  try { throw std::invalid_argument("chars"); } catch (const std::logic_error& e) { CHECK(std::string(e.what()) == "chars"); }
  std::random_device device; std::mt19937 generator(device()); generator();
  return 0;
}
)"},
    {"fortified", "a.c", R"(#define _FORTIFY_SOURCE 2
#include <string.h>
#include <stdio.h>
char to[32], from[32] = "hello";
int main(int n, char** v) {
  memcpy(to, from, 5 + n); CHECK(!strcmp(to, "hello"));
  strcat(strcpy(to, from), v[0]); CHECK(!strcmp(to, "helloprogram"));
  memset(to, 'x', n + 1); CHECK(to[1] == 'x');
  return 0;
}
)"},
};
INSTANTIATE_TEST_SUITE_P(All, LibraryProgram, testing::ValuesIn(kCases), [](const auto& info) {
  std::string name = info.param.name;
  for (char& c : name)
    if (c == ' ') c = '_';
  return name;
});

// Members of std::string and the streams that libstdc++.so would otherwise run natively.
TEST(Library, HooksSeeStringsAndStreams) {
  const std::vector<std::string> statements = {"text += \"abc\";", "text = other;",      "text.insert(3, other);",
                                               "stream << 1;",     "stream << \"abc\";", "stream << 2.5;",
                                               "input >> number;"};
  std::string source =
      "#include <sstream>\n#include <string>\n"
      "std::string text = \"long enough to live on the heap, is it\", other = text;\n"
      "std::ostringstream stream; std::istringstream input(\"12\"); int number;\n"
      "int main(int which, char**) {\n  switch (which) {\n";
  for (std::size_t i = 0; i < statements.size(); i++)
    source += "    case " + std::to_string(i) + ": " + statements[i] + " break;\n";
  source += "  }\n}\n";
  for (const char* standard : {"-std=c++17", "-std=c++20"}) {
    const LoadResult result = load({{"a.cpp", source}}, {standard});
    ASSERT_TRUE(result.program) << result.error;
    const Image& image = result.program->image();
    for (void (*constructor)() : image.constructors) constructor();
    for (std::size_t i = 0; i < statements.size(); i++) {
      test::reset();
      char* nothing[] = {nullptr};
      image.main(static_cast<int>(i), nothing, nothing);
      Address first = ~Address{0}, last = 0;  // of the object that the statement changes
      for (const GlobalRange& range : image.globals)
        if (statements[i].starts_with(image.variables[range.variable].name))
          first = range.begin, last = range.begin + range.size;
      bool seen = false;
      for (const Address address : test::seen.written) seen |= address >= first && address < last;
      EXPECT_TRUE(seen) << standard << " " << statements[i];
    }
  }
}

TEST(Library, HooksSeeWhatNativeCodeReadsAndWrites) {
  const LoadResult result = load({{"a.c", R"(
#include <stdlib.h>
#include <time.h>
char in[8] = "123", out[16];
int main(void) {
  struct tm date = {.tm_mday = 7};
  strftime(out, sizeof out, "%d", &date);
  return atoi(in) == 123 && out[1] == '7' ? 0 : 1;
}
)"}});
  ASSERT_TRUE(result.program) << result.error;
  EXPECT_EQ(run(result.program->image()), 0);
  EXPECT_GE(test::seen.intercepted_compares, 1u);  // the text of atoi
  EXPECT_GE(test::seen.copies, 1u);                // the buffer of strftime
}

}  // namespace
}  // namespace heddle
