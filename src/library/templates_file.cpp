// File streams. The templates are those of the header; what they call of the compiled library, __basic_file, is here on
// the streams of stdio_files.c, as libstdc++ has it on those of libc.
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <fstream>

namespace std {

namespace {

// As the standard's table has it; nullptr: there is no such mode.
const char* mode_of(ios_base::openmode mode) {
  const bool in = (mode & ios_base::in) != 0, out = (mode & ios_base::out) != 0, app = (mode & ios_base::app) != 0;
  const bool trunc = (mode & ios_base::trunc) != 0;
  if (app && !trunc) return in ? "a+" : "a";
  if (app) return nullptr;
  if (in && out) return trunc ? "w+" : "r+";
  if (out) return "w";
  return in && !trunc ? "r" : nullptr;
}

}  // namespace

__basic_file<char>::__basic_file(__c_lock*) throw() : _M_cfile(nullptr), _M_cfile_created(false) {}
__basic_file<char>::~__basic_file() { close(); }

bool __basic_file<char>::is_open() const throw() { return _M_cfile != nullptr; }
int __basic_file<char>::fd() throw() { return fileno(_M_cfile); }
__c_file* __basic_file<char>::file() throw() { return _M_cfile; }

__basic_file<char>* __basic_file<char>::open(const char* name, ios_base::openmode mode, int) {
  const char* const text = mode_of(mode);
  if (!text || is_open() || !(_M_cfile = fopen(name, text))) return nullptr;
  _M_cfile_created = true;
  return this;
}
__basic_file<char>* __basic_file<char>::sys_open(__c_file* file, ios_base::openmode) {
  if (is_open() || !file) return nullptr;
  fflush(file);
  _M_cfile = file;
  _M_cfile_created = false;
  return this;
}
__basic_file<char>* __basic_file<char>::sys_open(int number, ios_base::openmode mode) throw() {
  const char* const text = mode_of(mode);
  if (!text || is_open() || !(_M_cfile = fdopen(number, text))) return nullptr;
  _M_cfile_created = true;
  return this;
}
__basic_file<char>* __basic_file<char>::close() {
  if (!is_open()) return nullptr;
  const bool failed = _M_cfile_created && fclose(_M_cfile) != 0;
  _M_cfile = nullptr;
  return failed ? nullptr : this;
}

streamsize __basic_file<char>::xsgetn(char* to, streamsize size) { return ::read(fd(), to, static_cast<size_t>(size)); }
streamsize __basic_file<char>::xsputn(const char* from, streamsize size) {
  streamsize left = size;
  while (left > 0) {
    const ssize_t n = ::write(fd(), from, static_cast<size_t>(left));
    if (n < 0) break;
    left -= n;
    from += n;
  }
  return size - left;
}
streamsize __basic_file<char>::xsputn_2(const char* first, streamsize first_size, const char* second,
                                        streamsize second_size) {
  const streamsize n = xsputn(first, first_size);
  return n == first_size ? n + xsputn(second, second_size) : n;
}
streamoff __basic_file<char>::seekoff(streamoff offset, ios_base::seekdir way) throw() {
  return ::lseek(fd(), offset, way == ios_base::beg ? SEEK_SET : way == ios_base::cur ? SEEK_CUR : SEEK_END);
}
int __basic_file<char>::sync() { return fflush(_M_cfile); }
streamsize __basic_file<char>::showmanyc() {
  struct stat found;
  if (fstat(fd(), &found) != 0 || !S_ISREG(found.st_mode)) return 0;
  return found.st_size - ::lseek(fd(), 0, SEEK_CUR);
}

}  // namespace std

template class std::basic_filebuf<char>;
template class std::basic_ifstream<char>;
template class std::basic_ofstream<char>;
template class std::basic_fstream<char>;
