// expect: verified
// assumes: sequential consistency
// assumes: a pointer to a local variable that has ended finds what lies there now
// search: dfs dpor
//
// The text of a short string lies in the string itself.
#include <string>

static const char* kept;

__attribute__((noinline)) static void first() {
  std::string text = "short";
  kept = text.c_str();
}
__attribute__((noinline)) static int second() {
  std::string text = "other";
  return kept[1] + text[0];
}

int main() {
  first();
  return second() == 7777;
}
