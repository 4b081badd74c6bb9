// std::filesystem: the iterators over directories, by opendir and readdir, which are modelled (directories.c). The
// entries of a directory come sorted by name: the order is unspecified, so one order is a possible one.
#include <dirent.h>
#include <errno.h>

#include <filesystem>
#include <stack>
#include <string>
#include <utility>
#include <vector>

namespace std::filesystem {
inline namespace __cxx11 {
namespace {

error_code last_error() { return {errno, generic_category()}; }
bool has(directory_options all, directory_options one) { return (all & one) != directory_options::none; }

file_type type_of(unsigned char type) {
  switch (type) {
    case DT_REG:
      return file_type::regular;
    case DT_DIR:
      return file_type::directory;
    case DT_LNK:
      return file_type::symlink;
    case DT_BLK:
      return file_type::block;
    case DT_CHR:
      return file_type::character;
    case DT_FIFO:
      return file_type::fifo;
    case DT_SOCK:
      return file_type::socket;
    default:
      return file_type::none;
  }
}

}  // namespace

struct _Dir {
  _Dir(DIR* stream, const path& where) : stream(stream), where(where) {}
  _Dir(_Dir&& other) noexcept
      : stream(exchange(other.stream, nullptr)), where(std::move(other.where)), entry(std::move(other.entry)) {}
  ~_Dir() {
    if (stream != nullptr) ::closedir(stream);
  }
  // To the next entry; false: there is none, or an error.
  bool advance(bool skip_denied, error_code& error) {
    error.clear();
    for (;;) {
      errno = 0;
      const dirent* found = ::readdir(stream);
      if (found == nullptr) {
        if (errno != 0 && !(errno == EACCES && skip_denied)) error = last_error();
        return false;
      }
      const string_view name = found->d_name;
      if (name == "." || name == "..") continue;
      entry = directory_entry(where / name, type_of(found->d_type));
      return true;
    }
  }
  // Is the entry a directory to descend to?
  bool leads_down(bool follow, error_code& error) {
    error.clear();
    file_type type = entry._M_type;
    if (type == file_type::none) type = entry.symlink_status(error).type();
    if (type == file_type::symlink && follow) {
      type = entry.status(error).type();
      if (type == file_type::not_found) error.clear();
    }
    return !error && type == file_type::directory;
  }
  static DIR* open(const path& p, directory_options options, error_code& error) {
    error.clear();
    DIR* stream = ::opendir(p.c_str());
    if (stream == nullptr && !(errno == EACCES && has(options, directory_options::skip_permission_denied)))
      error = last_error();
    return stream;
  }
  DIR* stream;
  path where;
  directory_entry entry;
};

// ---- one directory ----

directory_iterator::directory_iterator(const path& p, directory_options options, error_code* out) {
  error_code error;
  if (DIR* stream = _Dir::open(p, options, error)) {
    auto dir = std::__make_shared<_Dir>(stream, p);
    if (dir->advance(has(options, directory_options::skip_permission_denied), error)) _M_dir.swap(dir);
  }
  if (out != nullptr)
    *out = error;
  else if (error)
    throw filesystem_error("directory iterator cannot open directory", p, error);
}
const directory_entry& directory_iterator::operator*() const noexcept { return _M_dir->entry; }
directory_iterator& directory_iterator::increment(error_code& error) {
  if (!_M_dir) {
    error = make_error_code(errc::invalid_argument);
    return *this;
  }
  if (!_M_dir->advance(true, error)) _M_dir.reset();
  return *this;
}
directory_iterator& directory_iterator::operator++() {
  error_code error;
  if (!_M_dir)
    throw filesystem_error("cannot advance non-dereferenceable directory iterator",
                           make_error_code(errc::invalid_argument));
  if (!_M_dir->advance(true, error)) _M_dir.reset();
  if (error) throw filesystem_error("directory iterator cannot advance", error);
  return *this;
}

// ---- a directory and all below ----

struct recursive_directory_iterator::_Dir_stack : stack<_Dir, vector<_Dir>> {
  _Dir_stack(directory_options options, _Dir&& first) : options(options) { push(std::move(first)); }
  const directory_options options;
  bool pending = true;
};

recursive_directory_iterator::recursive_directory_iterator(const path& p, directory_options options, error_code* out) {
  error_code error;
  if (DIR* stream = _Dir::open(p, options, error)) {
    auto all = std::__make_shared<_Dir_stack>(options, _Dir(stream, p));
    if (all->top().advance(has(options, directory_options::skip_permission_denied), error)) _M_dirs.swap(all);
  }
  if (out != nullptr)
    *out = error;
  else if (error)
    throw filesystem_error("recursive directory iterator cannot open directory", p, error);
}
recursive_directory_iterator::~recursive_directory_iterator() = default;
recursive_directory_iterator& recursive_directory_iterator::operator=(const recursive_directory_iterator&) noexcept =
    default;
recursive_directory_iterator& recursive_directory_iterator::operator=(recursive_directory_iterator&&) noexcept =
    default;
directory_options recursive_directory_iterator::options() const noexcept { return _M_dirs->options; }
int recursive_directory_iterator::depth() const noexcept { return static_cast<int>(_M_dirs->size()) - 1; }
bool recursive_directory_iterator::recursion_pending() const noexcept { return _M_dirs->pending; }
void recursive_directory_iterator::disable_recursion_pending() noexcept { _M_dirs->pending = false; }
const directory_entry& recursive_directory_iterator::operator*() const noexcept { return _M_dirs->top().entry; }

recursive_directory_iterator& recursive_directory_iterator::increment(error_code& error) {
  if (!_M_dirs) {
    error = make_error_code(errc::invalid_argument);
    return *this;
  }
  const bool skips = has(_M_dirs->options, directory_options::skip_permission_denied);
  if (exchange(_M_dirs->pending, true) &&
      _M_dirs->top().leads_down(has(_M_dirs->options, directory_options::follow_directory_symlink), error)) {
    const path down = _M_dirs->top().entry.path();
    if (DIR* stream = _Dir::open(down, _M_dirs->options, error)) _M_dirs->push(_Dir(stream, down));
  }
  if (error) {
    _M_dirs.reset();
    return *this;
  }
  while (!_M_dirs->top().advance(skips, error)) {
    if (error) {
      _M_dirs.reset();
      return *this;
    }
    _M_dirs->pop();
    if (_M_dirs->empty()) {
      _M_dirs.reset();
      return *this;
    }
  }
  return *this;
}
recursive_directory_iterator& recursive_directory_iterator::operator++() {
  error_code error;
  increment(error);
  if (error) throw filesystem_error("cannot increment recursive directory iterator", error);
  return *this;
}
void recursive_directory_iterator::pop(error_code& error) {
  if (!_M_dirs) {
    error = make_error_code(errc::invalid_argument);
    return;
  }
  const bool skips = has(_M_dirs->options, directory_options::skip_permission_denied);
  error.clear();
  do {
    _M_dirs->pop();
    if (_M_dirs->empty()) {
      _M_dirs.reset();
      return;
    }
  } while (!_M_dirs->top().advance(skips, error) && !error);
}
void recursive_directory_iterator::pop() {
  error_code error;
  const bool had = bool(_M_dirs);
  pop(error);
  if (error)
    throw filesystem_error(
        had ? "recursive directory iterator cannot pop" : "non-dereferenceable recursive directory iterator cannot pop",
        error);
}

}  // namespace __cxx11
}  // namespace std::filesystem

template class std::__shared_ptr<std::filesystem::_Dir>;  // the header says: elsewhere
template class std::__shared_ptr<std::filesystem::recursive_directory_iterator::_Dir_stack>;
