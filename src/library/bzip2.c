// Compression in memory by libbz2 (-lbz2). The library's own functions do the work: they keep nothing between two
// calls, and what they allocate meanwhile is the caller's and gone at the end. They read the source and the length of
// the destination and write both of the latter.
#include "real.h"

int heddle_compress(char*, unsigned*, char*, unsigned, int, int, int) HEDDLE_REAL("BZ2_bzBuffToBuffCompress");
int heddle_decompress(char*, unsigned*, char*, unsigned, int, int) HEDDLE_REAL("BZ2_bzBuffToBuffDecompress");

int BZ2_bzBuffToBuffCompress(char* to, unsigned* room, char* from, unsigned size, int block, int verbosity, int work) {
  touched_read(from, size);
  touched_read(room, sizeof *room);
  unsigned written = *room;
  const int result = heddle_compress(to, &written, from, size, block, verbosity, work);
  if (result != 0) return result;
  touched_written(to, written);
  *room = written;
  return result;
}

int BZ2_bzBuffToBuffDecompress(char* to, unsigned* room, char* from, unsigned size, int small, int verbosity) {
  touched_read(from, size);
  touched_read(room, sizeof *room);
  unsigned written = *room;
  const int result = heddle_decompress(to, &written, from, size, small, verbosity);
  if (result != 0) return result;
  touched_written(to, written);
  *room = written;
  return result;
}
