// std::filesystem::path: parts, comparisons, other forms, of random texts.
#include "seeded.h"
#include <filesystem>

namespace fs = std::filesystem;

static fs::path random_path() {
  static const char* const kParts[] = {"", "/", "//", ".", "..", "a", "b", "c.txt", ".hidden", "a.b.c", "x.", "..a", "dir"};
  std::string text;
  if (below(3) == 0) text += "/";
  for (unsigned n = below(5); n > 0; --n) {
    text += PICK(kParts);
    if (n > 1 || below(4) == 0) text += "/";
  }
  // What is appended to several slashes libstdc++ 12 takes apart in another way than the same text as a whole.
  while (text.starts_with("//")) text.erase(0, 1);
  return text;
}
static void show(const char* what, const fs::path& p) {
  printf("%s=%s", what, p.c_str());
  for (const fs::path& part : p) printf(" (%s)", part.c_str());
  printf("\n");
}

int main(int argc, char** argv) {
  seed_from(argc, argv);
  for (int i = 0; i < 40; ++i) {
    fs::path a = random_path(), b = random_path();
    printf("---- '%s' '%s'\n", a.c_str(), b.c_str());
    show("a", a);
    show("root_name", a.root_name()), show("root_directory", a.root_directory()), show("root_path", a.root_path());
    show("relative_path", a.relative_path()), show("parent_path", a.parent_path()), show("filename", a.filename());
    show("stem", a.stem()), show("extension", a.extension()), show("normal", a.lexically_normal());
    printf("%d%d%d%d%d%d%d%d%d\n", a.has_root_name(), a.has_root_directory(), a.has_root_path(), a.has_relative_path(),
           a.has_parent_path(), a.has_filename(), a.has_stem(), a.has_extension(), a.is_absolute());
    show("relative", a.lexically_relative(b)), show("proximate", a.lexically_proximate(b));
    printf("compare %d %d %d\n", sign(a.compare(b)), sign(a.compare(b.string())), a == b);
    if (a == b) printf("hashes %d\n", hash_value(a) == hash_value(b));
    printf("generic %s\n", a.generic_string().c_str());
    show("/", a / b);
    if (a.has_relative_path()) show("+", fs::path(a) += b.c_str());  // libstdc++ 12 takes "//" and "/" for two components
    fs::path c = a;
    switch (below(6)) {
      case 0: c.remove_filename(); break;
      case 1: c.replace_filename(b); break;
      case 2: c.replace_extension(PICK(((const char*[]){"", ".x", "y", "."}))); break;
      case 3: c = std::move(b), show("moved from", b); break;
      case 4: c.swap(b); break;
      case 5: c.clear(); break;
    }
    show("changed", c);
    for (auto it = c.end(); it != c.begin();) printf(" <%s>", (--it)->c_str());
    printf("\n");
  }
  return 0;
}
