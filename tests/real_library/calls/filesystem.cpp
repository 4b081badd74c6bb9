// std::filesystem: random operations in a directory of their own, on the real one and on the model: results, errors, and
// what is there afterwards.
#include "seeded.h"
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <vector>

namespace fs = std::filesystem;

static fs::path random_name() {
  static const char* const kNames[] = {"a", "b", "c", "d"};
  fs::path p = PICK(kNames);
  while (below(3) == 0) p /= PICK(kNames);
  if (below(12) == 0) p = "./" / p;
  if (below(12) == 0) p = p / ".." / PICK(kNames);
  if (below(15) == 0) p += "/";
  return p;
}
static void show(const std::error_code& e) { printf(" -> %d %s\n", e.value(), e ? e.message().c_str() : ""); }

// A tree as a sorted list: libstdc++ gives entries in the order of the disk.
static void list(const fs::path& top) {
  std::vector<std::string> lines;
  std::error_code e;
  for (fs::recursive_directory_iterator i(top, e), end; !e && i != end; i.increment(e)) {
    std::string line = i->path().string() + " depth " + std::to_string(i.depth());
    line += i->is_symlink() ? " link" : i->is_directory() ? " directory" : " file";
    if (i->is_symlink())
      line += " to " + fs::read_symlink(i->path()).string();
    else if (i->is_regular_file())
      line += " of " + std::to_string(i->file_size()) + " links " + std::to_string(i->hard_link_count());
    lines.push_back(line);
  }
  std::sort(lines.begin(), lines.end());
  for (const std::string& line : lines) printf("   %s\n", line.c_str());
  printf("   end %d\n", e.value());
}

static void act(const fs::path& a, const fs::path& b) {
  std::error_code e;
  static const fs::copy_options kOptions[] = {fs::copy_options::none, fs::copy_options::skip_existing,
                                              fs::copy_options::overwrite_existing, fs::copy_options::recursive,
                                              fs::copy_options::copy_symlinks | fs::copy_options::recursive};
  switch (below(24)) {
    case 0:
    case 1: printf("create_directory %d", fs::create_directory(a, e)), show(e); break;
    case 2: {
      const fs::path deep = a / b;
      printf("create_directories %s", deep.c_str());
      fs::create_directories(deep, e), show(e);
    } break;
    case 3:
    case 4:
    case 5: {
      std::ofstream out(a);
      out << "text of " << below(100);
      out.close();
      printf("write %d\n", bool(out));
    } break;
    case 6: {
      std::ifstream in(a);
      std::string line;
      std::getline(in, line);
      printf("read %s %d%d\n", line.c_str(), in.eof(), in.fail());
    } break;
    case 7: printf("remove %d", fs::remove(a, e)), show(e); break;
    case 8: {
      const fs::path name = a.has_filename() ? a : a.parent_path();
      printf("remove_all %ld", (long)fs::remove_all(name, e)), show(e);
    } break;
    case 9:
    case 10: printf("rename %s", b.c_str()), fs::rename(a, b, e), show(e); break;
    case 11: printf("copy_file %s %d", b.c_str(), fs::copy_file(a, b, kOptions[below(3)], e)), show(e); break;
    case 12: printf("exists %d%d%d%d", fs::is_directory(a, e), fs::is_regular_file(a, e), fs::is_symlink(a, e), fs::exists(a, e)), show(e); break;
    case 13: printf("file_size %ld", (long)fs::file_size(a, e)), show(e); break;
    case 14: printf("create_symlink %s", b.c_str()), fs::create_symlink(a, b, e), show(e); break;
    case 15: printf("create_hard_link %s", b.c_str()), fs::create_hard_link(a, b, e), show(e); break;
    case 16: printf("read_symlink %s", fs::read_symlink(a, e).c_str()), show(e); break;
    case 17: printf("is_empty %d", fs::is_empty(a, e)), show(e); break;
    case 18: printf("equivalent %s %d", b.c_str(), fs::equivalent(a, b, e)), show(e); break;
    case 19: fs::resize_file(a, below(9000), e), printf("resize"), show(e); break;
    case 20: {
      static const fs::perms kPermissions[] = {fs::perms(0600), fs::perms(0644), fs::perms(0755)};
      fs::permissions(a, PICK(kPermissions), e);
      printf("permissions %o", e ? 0 : (unsigned)fs::status(a).permissions()), show(e);
    } break;
    case 21: {
      const fs::path here = fs::current_path();
      const fs::path found = below(2) ? fs::canonical(a, e) : fs::weakly_canonical(a, e);
      printf("canonical %s", e ? "" : found.lexically_relative(fs::canonical(here)).c_str()), show(e);
    } break;
    case 22: {
      const auto before = fs::last_write_time(a, e);
      printf("last_write_time"), show(e);
      if (e) break;
      fs::last_write_time(a, before - std::chrono::hours(5), e);
      printf("set %d", fs::last_write_time(a) - before == -std::chrono::hours(5)), show(e);
    } break;
    case 23:
      try {
        if (below(2)) printf("throws %ld\n", (long)fs::file_size(a));
        else fs::rename(a, b), printf("renamed %s\n", b.c_str());
      } catch (const fs::filesystem_error& error) {
        printf("thrown: %s %s %s %d\n", error.what(), error.path1().c_str(), error.path2().c_str(), error.code().value());
      }
      break;
  }
}

int main(int argc, char** argv) {
  seed_from(argc, argv);
  char top[] = "/tmp/heddle_real_XXXXXX";
  if (!mkdtemp(top)) return 1;
  fs::current_path(top);
  for (int i = 0; i < 60; ++i) {
    const fs::path a = random_name(), b = random_name();
    printf("%d %s: ", i, a.c_str());
    act(a, b);
    if (below(6) == 0) list(".");
  }
  list(".");
  fs::current_path("/");
  printf("%d\n", fs::remove_all(top) > 0);
  return 0;
}
