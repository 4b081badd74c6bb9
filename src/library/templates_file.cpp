// File streams that are never opened, as test frameworks and command lines keep them in case somebody asks for a file.
// Opening one is not modelled and says so, except below /proc (process_files.c).
#include <fstream>

std::FILE* heddle_opens_file(const char*, const char*) __asm__("fopen");  // process_files.c

namespace std {

__basic_file<char>::__basic_file(__c_lock*) throw() : _M_cfile(nullptr), _M_cfile_created(false) {}
__basic_file<char>::~__basic_file() { close(); }

bool __basic_file<char>::is_open() const throw() { return _M_cfile != nullptr; }

__basic_file<char>* __basic_file<char>::open(const char* name, ios_base::openmode, int) {
  heddle_opens_file(name, "r");
  return nullptr;
}

__basic_file<char>* __basic_file<char>::close() { return nullptr; }

}  // namespace std

template class std::basic_filebuf<char>;
template class std::basic_ifstream<char>;
template class std::basic_ofstream<char>;
template class std::basic_fstream<char>;
