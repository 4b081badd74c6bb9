// The members of the streams and of std::stringbuf, which programs otherwise take from libstdc++.so (see
// templates_string.cpp). With the classes come their virtual functions: what the library's own formatting puts into a
// std::ostringstream goes through hooks as well. stream_input.cpp and stream_output.cpp have versions of
// their own of some of them.
#include <istream>
#include <ostream>
#include <sstream>

template class std::basic_ios<char>;
template class std::basic_streambuf<char>;
template class std::basic_ostream<char>;
template class std::basic_istream<char>;
template class std::basic_iostream<char>;
template class std::basic_stringbuf<char>;
template class std::basic_ostringstream<char>;
template class std::basic_istringstream<char>;
template class std::basic_stringstream<char>;

namespace std {
template ostream& endl(ostream&);
template ostream& ends(ostream&);
template ostream& flush(ostream&);
template ostream& operator<<(ostream&, char);
template ostream& operator<<(ostream&, signed char);
template ostream& operator<<(ostream&, unsigned char);
template ostream& operator<<(ostream&, const char*);
template ostream& operator<<(ostream&, const signed char*);
template ostream& operator<<(ostream&, const unsigned char*);
template istream& ws(istream&);
template istream& operator>>(istream&, char&);
template istream& operator>>(istream&, signed char&);
template istream& operator>>(istream&, unsigned char&);
}  // namespace std
