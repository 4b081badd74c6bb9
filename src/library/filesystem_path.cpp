// std::filesystem::path: the members that libstdc++ has compiled. Inside libstdc++.so they would work on objects of the
// program where no hook sees it. The layout is that of the header; a path with several components has a list of them,
// whose form is ours alone (only functions of this file look inside).
//
// The two lowest bits of the pointer to the list say what a path without one is: a root directory or a file name.
#include <filesystem>
#include <locale>
#include <new>

namespace std::filesystem {
inline namespace __cxx11 {

struct path::_List::_Impl {
  int count;
  alignas(_Cmpt) char room[];
  _Cmpt* first() { return reinterpret_cast<_Cmpt*>(room); }
};

// What the functions below have in common; it may use what is private.
struct path::_Parser {
  static _List::_Impl* list_of(const _List& list) {
    return reinterpret_cast<_List::_Impl*>(reinterpret_cast<uintptr_t>(list._M_impl.get()) & ~uintptr_t(3));
  }
  static _List::_Impl* make(int count) {
    auto* impl = static_cast<_List::_Impl*>(::operator new(
        sizeof(_List::_Impl) + static_cast<size_t>(count) * sizeof(_Cmpt), align_val_t(alignof(_List::_Impl))));
    impl->count = 0;
    return impl;
  }
  static void become(_List& list, _Type type) {
    list._M_impl.reset();
    list._M_impl.release();
    list._M_impl.reset(reinterpret_cast<_List::_Impl*>(static_cast<uintptr_t>(type)));
  }
  // Calls with each component: its text, its type and where it is.
  template <class Use>
  static void each(string_view text, Use use) {
    size_t at = 0;
    if (!text.empty() && text[0] == '/') {
      use(text.substr(0, 1), _Type::_Root_dir, size_t(0));
      while (at < text.size() && text[at] == '/') ++at;
    }
    while (at < text.size()) {
      const size_t end = min(text.find('/', at), text.size());
      use(text.substr(at, end - at), _Type::_Filename, at);
      at = end;
      if (at == text.size()) return;
      while (at < text.size() && text[at] == '/') ++at;
      if (at == text.size()) use(text.substr(at), _Type::_Filename, at);  // after a last slash: an empty name
    }
  }
  static int compare(string_view a, string_view b) {
    const bool root_a = !a.empty() && a[0] == '/', root_b = !b.empty() && b[0] == '/';
    if (root_a != root_b) return root_a ? 1 : -1;
    size_t i = skip(a, 0), j = skip(b, 0);
    bool more_a = i < a.size(), more_b = j < b.size();
    while (more_a && more_b) {
      const size_t end_a = min(a.find('/', i), a.size()), end_b = min(b.find('/', j), b.size());
      if (const int order = a.substr(i, end_a - i).compare(b.substr(j, end_b - j)); order != 0) return order;
      more_a = end_a < a.size();
      more_b = end_b < b.size();
      i = skip(a, end_a);
      j = skip(b, end_b);
    }
    return int(more_a) - int(more_b);
  }
  static size_t skip(string_view text, size_t at) {
    while (at < text.size() && text[at] == '/') ++at;
    return at;
  }
  static size_t root_length(string_view text) { return !text.empty() && text[0] == '/' ? 1 : 0; }
  static string_view text_of(const path& p) { return p._M_pathname; }
};

// ---- the list of components ----

void path::_List::_Impl_deleter::operator()(_Impl* tagged) const noexcept {
  auto* impl = reinterpret_cast<_Impl*>(reinterpret_cast<uintptr_t>(tagged) & ~uintptr_t(3));
  if (impl == nullptr) return;
  for (int i = impl->count; i > 0; --i) impl->first()[i - 1].~_Cmpt();
  ::operator delete(impl, align_val_t(alignof(_Impl)));
}
path::_List::_List() : _M_impl(reinterpret_cast<_Impl*>(static_cast<uintptr_t>(_Type::_Filename))) {}
path::_List::_List(const _List& other) {
  if (_Impl* theirs = _Parser::list_of(other)) {
    _Impl* impl = _Parser::make(theirs->count);
    _M_impl.reset(impl);
    for (; impl->count < theirs->count; ++impl->count)
      new (impl->first() + impl->count) _Cmpt(theirs->first()[impl->count]);
  } else {
    _Parser::become(*this, other.type());
  }
}
void path::_List::type(_Type type) noexcept { _Parser::become(*this, type); }
path::_List::const_iterator path::_List::begin() const noexcept {
  _Impl* impl = _Parser::list_of(*this);
  return impl != nullptr ? impl->first() : nullptr;
}
path::_List::const_iterator path::_List::end() const noexcept {
  _Impl* impl = _Parser::list_of(*this);
  return impl != nullptr ? impl->first() + impl->count : nullptr;
}

void path::_M_split_cmpts() {
  const string_view text = _M_pathname;
  int count = 0;
  _Type type = _Type::_Filename;
  _Parser::each(text, [&](string_view, _Type t, size_t) { ++count, type = t; });
  _Parser::become(_M_cmpts, type);
  if (count <= 1) return;
  _List::_Impl* impl = _Parser::make(count);
  _M_cmpts._M_impl.release();
  _M_cmpts._M_impl.reset(impl);
  _Parser::each(text,
                [&](string_view part, _Type t, size_t at) { new (impl->first() + impl->count++) _Cmpt(part, t, at); });
}

// ---- assigning and appending ----

path& path::operator=(const path& other) {
  if (&other == this) return *this;
  _M_pathname = other._M_pathname;
  _List copy(other._M_cmpts);
  _M_cmpts.swap(copy);
  return *this;
}
void path::_M_append(string_view added) {
  if (!added.empty() && added[0] == '/') {
    *this = path(string_type(added));
    return;
  }
  string_type whole = _M_pathname;
  if (!whole.empty() && whole.back() != '/') whole += '/';
  whole += added;
  _M_pathname = std::move(whole);
  _M_split_cmpts();
}
void path::_M_concat(string_view added) {
  string_type whole = _M_pathname;
  whole += added;
  _M_pathname = std::move(whole);
  _M_split_cmpts();
}
path& path::operator/=(const path& added) {
  _M_append(added._M_pathname);
  return *this;
}
path& path::operator+=(const path& added) {
  _M_concat(added._M_pathname);
  return *this;
}

// ---- comparing ----

int path::compare(const path& other) const noexcept { return _Parser::compare(_M_pathname, other._M_pathname); }
int path::compare(string_view other) const noexcept { return _Parser::compare(_M_pathname, other); }
size_t hash_value(const path& p) noexcept {
  size_t seed = 0;
  for (const path& part : p) seed ^= hash<string>()(part.native()) + 0x9e3779b9 + (seed << 6) + (seed >> 2);
  return seed;
}

// ---- parts ----

path path::root_name() const { return {}; }
path path::root_directory() const { return has_root_directory() ? path("/") : path(); }
path path::root_path() const { return root_directory(); }
path path::relative_path() const { return _M_pathname.substr(_Parser::skip(_M_pathname, 0)); }
path path::parent_path() const {
  if (!has_relative_path()) return *this;
  const string_view text = _M_pathname;
  const size_t slash = text.find_last_of('/');
  if (slash == string_view::npos) return {};
  size_t end = slash;
  while (end > 0 && text[end - 1] == '/') --end;
  return string_type(text.substr(0, end == 0 ? 1 : end));
}
bool path::has_root_name() const noexcept { return false; }
bool path::has_root_directory() const noexcept { return _Parser::root_length(_M_pathname) != 0; }
bool path::has_root_path() const noexcept { return has_root_directory(); }
bool path::has_relative_path() const noexcept { return _Parser::skip(_M_pathname, 0) < _M_pathname.size(); }
bool path::has_parent_path() const noexcept {
  return has_root_directory() || (has_relative_path() && _M_pathname.find('/') != string_type::npos);
}
bool path::has_filename() const noexcept { return !_M_pathname.empty() && _M_pathname.back() != '/'; }

// Where the extension of the file name begins, and the component that it is in.
pair<const path::string_type*, size_t> path::_M_find_extension() const noexcept {
  const string_type* name = nullptr;
  if (_M_type() == _Type::_Filename) {
    name = &_M_pathname;
  } else if (_M_type() == _Type::_Multi && !_M_pathname.empty() && _M_pathname.back() != '/') {
    const _Cmpt& last = *(_M_cmpts.end() - 1);
    if (last._M_type() == _Type::_Filename) name = &last._M_pathname;
  }
  if (name == nullptr || name->empty()) return {nullptr, string_type::npos};
  if (*name == "." || *name == "..") return {name, string_type::npos};
  const size_t dot = name->rfind('.');
  return {name, dot == 0 ? string_type::npos : dot};
}

path& path::remove_filename() {
  if (!has_filename()) return *this;
  const size_t slash = _M_pathname.find_last_of('/');
  _M_pathname.erase(slash == string_type::npos ? 0 : slash + 1);
  _M_split_cmpts();
  return *this;
}
path& path::replace_filename(const path& other) {
  remove_filename();
  return *this /= other;
}
path& path::replace_extension(const path& other) {
  if (const auto [name, at] = _M_find_extension(); name != nullptr && at != string_type::npos) {
    const size_t length = name->size() - at;
    _M_pathname.erase(_M_pathname.size() - length);
  }
  if (!other.empty() && other._M_pathname[0] != '.') _M_pathname += '.';
  _M_pathname += other._M_pathname;
  _M_split_cmpts();
  return *this;
}

// ---- other forms of a path (fs.path.gen) ----

path path::lexically_normal() const {
  if (empty() || _M_type() == _Type::_Root_dir) return *this;
  path result = root_directory();
  size_t names = 0;  // that a ".." may take back
  bool slash = false;
  for (const path& part : *this) {
    const string_type& text = part._M_pathname;
    if (part._M_type() == _Type::_Root_dir) continue;
    slash = text.empty() || text == "." || text == "..";
    if (text.empty() || text == ".") continue;
    if (text != "..") {
      result /= part;
      ++names;
    } else if (names > 0) {
      --names;
      result = result.parent_path();
      if (result._M_pathname.empty()) slash = false;
    } else if (!has_root_directory()) {
      result /= part;
      slash = false;
    }
  }
  if (slash && result.has_filename() && result._M_pathname != ".." && !result._M_pathname.ends_with("/.."))
    result._M_append("");
  return result.empty() ? path(".") : result;
}
path path::lexically_relative(const path& base) const {
  if (is_absolute() != base.is_absolute()) return {};
  auto a = begin();
  auto b = base.begin();
  while (a != end() && b != base.end() && *a == *b) ++a, ++b;
  if (a == end() && b == base.end()) return ".";
  int ups = 0;
  for (; b != base.end(); ++b) {
    const string_type& text = b->_M_pathname;
    if (text == "..")
      --ups;
    else if (!text.empty() && text != ".")
      ++ups;
  }
  if (ups == 0 && (a == end() || a->empty())) return ".";
  if (ups < 0) return {};
  path result;
  for (; ups > 0; --ups) result /= "..";
  for (; a != end(); ++a) result /= *a;
  return result;
}
path path::lexically_proximate(const path& base) const {
  path result = lexically_relative(base);
  return result.empty() ? *this : result;
}
path::string_type path::_S_convert_loc(const char* first, const char* last, const locale&) {
  return string_type(first, last);
}

// ---- errors ----

struct filesystem_error::_Impl {
  _Impl(string_view what, const path& a, const path& b, int count) : first(a), second(b), text("filesystem error: ") {
    text += what;
    if (count > 0) text += " [" + a.string() + "]";
    if (count > 1) text += " [" + b.string() + "]";
  }
  path first, second;
  string text;
};
filesystem_error::filesystem_error(const string& what, error_code code)
    : system_error(code, what), _M_impl(make_shared<const _Impl>(system_error::what(), path(), path(), 0)) {}
filesystem_error::filesystem_error(const string& what, const path& a, error_code code)
    : system_error(code, what), _M_impl(make_shared<const _Impl>(system_error::what(), a, path(), 1)) {}
filesystem_error::filesystem_error(const string& what, const path& a, const path& b, error_code code)
    : system_error(code, what), _M_impl(make_shared<const _Impl>(system_error::what(), a, b, 2)) {}
filesystem_error::~filesystem_error() = default;
const path& filesystem_error::path1() const noexcept { return _M_impl->first; }
const path& filesystem_error::path2() const noexcept { return _M_impl->second; }
const char* filesystem_error::what() const noexcept { return _M_impl->text.c_str(); }

}  // namespace __cxx11
}  // namespace std::filesystem

template class std::__shared_ptr<const std::filesystem::filesystem_error::_Impl>;  // the header says: elsewhere
