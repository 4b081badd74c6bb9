// The members of std::string and std::wstring, which programs otherwise take from libstdc++.so: a program up to C++17
// is compiled with "extern template class basic_string<char>", and clang leaves out the bodies of all members that are
// not inline.
#include <string>

template class std::basic_string<char>;
template class std::basic_string<wchar_t>;
