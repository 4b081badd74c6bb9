// Streams of stdio on files: objects of the program's memory with a buffer and a lock of their own. Standard input,
// output and error are the machine's (models_stdio.cpp); functions that get a stream look whose it is.
//
// Buffers are as glibc's: 4096 bytes, written when they are full, when the stream is flushed, sought in or closed, and at exit() of one
// of several processes (of a single one nobody can notice). A call locks the stream; the _unlocked ones do not, and use it as a variable like any other:
// two of them race.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "world.h"

// ---- of the machine: the same for the standard streams ----
#define STANDARD(result, name, ...) result heddle_standard_##name(__VA_ARGS__);
STANDARD(int, vfprintf, FILE*, const char*, va_list)
STANDARD(int, vfscanf, FILE*, const char*, va_list)
STANDARD(int, vdprintf, int, const char*, va_list)
STANDARD(int, fputs, const char*, FILE*)
STANDARD(int, fputs_unlocked, const char*, FILE*)
STANDARD(int, fputc, int, FILE*)
STANDARD(int, fputc_unlocked, int, FILE*)
STANDARD(size_t, fwrite, const void*, size_t, size_t, FILE*)
STANDARD(size_t, fwrite_unlocked, const void*, size_t, size_t, FILE*)
STANDARD(int, fflush, FILE*)
STANDARD(int, fgetc, FILE*)
STANDARD(int, fgetc_unlocked, FILE*)
STANDARD(int, ungetc, int, FILE*)
STANDARD(char*, fgets, char*, int, FILE*)
STANDARD(size_t, fread, void*, size_t, size_t, FILE*)
STANDARD(int, fileno, FILE*)
STANDARD(int, feof, FILE*)
STANDARD(int, ferror, FILE*)
STANDARD(void, clearerr, FILE*)
STANDARD(void, flockfile, FILE*)
STANDARD(int, ftrylockfile, FILE*)
STANDARD(void, funlockfile, FILE*)
// scanf of a text; how much of it was used.
int heddle_world_scan(const char* text, size_t size, size_t* used, const char* format, va_list);
int stdio_format(char*, size_t, const char*, va_list) HEDDLE_REAL("vsnprintf");
void* stdio_move(void*, const void*, size_t) HEDDLE_REAL("memmove");
void* stdio_find(const void*, int, size_t) HEDDLE_REAL("memchr");
// Headers may rename these.
#undef vfscanf
#undef fscanf
int old_vfscanf(FILE*, const char*, va_list) __asm__("vfscanf");
int old_fscanf(FILE*, const char*, ...) __asm__("fscanf");

enum { kBuffer = 4096, kBack = 16 };
struct stream {
  // Of what the buffer holds. These 8 bytes stand for the stream where races are looked for, and where the tool asks whether
  // a loop does anything: one that reads the same byte again and again does not wait.
  unsigned begin, end;
  pthread_mutex_t lock;
  struct stream* next;  // in the list of all
  int number, reads, writes, appends;
  int mode;  // _IOFBF ...
  int ended, wrong;
  int writing;          // what the buffer holds is to be written
  char* buffer;         // kBack bytes for what is given back, then kBuffer
};

// Not static: see descriptors.c.
#define list_lock heddle_world_list_lock
#define all heddle_world_streams
pthread_mutex_t list_lock = PTHREAD_MUTEX_INITIALIZER;
struct stream* all;
static void init_lock(pthread_mutex_t* m) {
  pthread_mutexattr_t kind;
  pthread_mutexattr_init(&kind);
  pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(m, &kind);
}
// Reads what the format and its arguments point to; the length of the text.
static int announced_length(const char* format, va_list arguments) {
  va_list again;
  va_copy(again, arguments);
  const int n = vsnprintf(NULL, 0, format, again);
  va_end(again);
  return n;
}

UNSEEN_BEGIN

static int is_ours(const void* f) { return (unsigned long)f - 0x110000000000ul < 0xf0000000000ul; }
static struct stream* ours(FILE* f) { return (struct stream*)f; }
static void take(struct stream* s, int locks) {
  if (locks) pthread_mutex_lock(&s->lock);
  heddle_world_uses(&s->begin, sizeof s->begin + sizeof s->end, 1);
}
static void leave(struct stream* s, int locks) {
  if (locks) pthread_mutex_unlock(&s->lock);
}

// ---- the buffer ----

static int flush_buffer(struct stream* s) {
  while (s->writing && s->begin < s->end) {
    const ssize_t n = write(s->number, s->buffer + s->begin, s->end - s->begin);
    if (n < 0) {
      s->wrong = 1;
      return EOF;
    }
    s->begin += (unsigned)n;
  }
  if (s->writing) s->begin = s->end = kBack;
  s->writing = 0;
  return 0;
}
// What was read ahead is not used: the position goes back to where the program thinks that it is.
static void drop_input(struct stream* s) {
  if (!s->writing && s->begin < s->end) lseek(s->number, -(off_t)(s->end - s->begin), SEEK_CUR);
  if (!s->writing) s->begin = s->end = kBack;
}

static int begin_writing(struct stream* s) {
  if (!s->writes) {
    s->wrong = 1;
    return failed(EBADF);
  }
  if (!s->writing) {
    drop_input(s);
    s->writing = 1;
    s->begin = s->end = kBack;
  }
  return 0;
}

static size_t put_bytes(struct stream* s, const char* from, size_t size) {
  if (begin_writing(s) != 0) return 0;
  size_t done = 0;
  while (done < size) {
    const size_t room = kBack + kBuffer - s->end, part = size - done < room ? size - done : room;
    world_copy(s->buffer + s->end, from + done, part);
    s->end += (unsigned)part;
    done += part;
    if (s->end == kBack + kBuffer) {
      if (flush_buffer(s) != 0) return done;
      s->writing = 1;
    }
  }
  const int line = s->mode == _IOLBF && size && stdio_find(from, '\n', size);
  if ((s->mode == _IONBF || line) && flush_buffer(s) != 0) return 0;
  return size;
}

static int fill(struct stream* s) {
  if (!s->reads) {
    s->wrong = 1;
    return failed(EBADF);
  }
  if (s->writing && flush_buffer(s) != 0) return EOF;
  if (s->ended && s->begin == s->end) return EOF;  // sticky, as in glibc
  const ssize_t n = read(s->number, s->buffer + kBack, s->mode == _IONBF ? 1 : kBuffer);
  s->begin = s->end = kBack;
  if (n > 0) {
    s->end += (unsigned)n;
    return 0;
  }
  if (n == 0)
    s->ended = 1;
  else
    s->wrong = 1;
  return EOF;
}
static int next_byte(struct stream* s) {
  if ((s->writing || s->begin == s->end) && fill(s) != 0) return EOF;
  return (unsigned char)s->buffer[s->begin++];
}
static size_t get_bytes(struct stream* s, char* to, size_t size) {
  size_t done = 0;
  while (done < size) {
    if ((s->writing || s->begin == s->end) && fill(s) != 0) break;
    const size_t there = s->end - s->begin, part = size - done < there ? size - done : there;
    heddle_world_uses(to + done, part, 1);
    world_copy(to + done, s->buffer + s->begin, part);
    s->begin += (unsigned)part;
    done += part;
  }
  return done;
}

// ---- opening and closing ----

// The flags of open, or -1.
static int flags_of(const char* mode) {
  heddle_world_text(mode);
  int flags;
  switch (mode[0]) {
    case 'r': flags = O_RDONLY; break;
    case 'w': flags = O_WRONLY | O_CREAT | O_TRUNC; break;
    case 'a': flags = O_WRONLY | O_CREAT | O_APPEND; break;
    default: return failed(EINVAL);
  }
  for (mode++; *mode; mode++) {
    if (*mode == '+') flags = (flags & ~O_ACCMODE) | O_RDWR;
    if (*mode == 'x') flags |= O_EXCL;
    if (*mode == 'e') flags |= O_CLOEXEC;
    if (*mode == ',') heddle_refuses("fopen with a character set");
  }
  return flags;
}

// At exit(), as glibc does it: without the locks. Only other processes can notice.
static void flush_at_exit(void) {
  for (struct stream* s = all; s; s = s->next)
    if (s->writing) flush_buffer(s);
}

static FILE* stream_on(int number, int flags) {
  if (number < 0) return 0;
  heddle_world_flushes_with(flush_at_exit);
  struct stream* s = heddle_world_allocate(sizeof *s);
  s->number = number;
  s->reads = (flags & O_ACCMODE) != O_WRONLY;
  s->writes = (flags & O_ACCMODE) != O_RDONLY;
  s->appends = (flags & O_APPEND) != 0;
  s->buffer = heddle_world_allocate(kBack + kBuffer);
  s->begin = s->end = kBack;
  s->mode = _IOFBF;
  init_lock(&s->lock);
  pthread_mutex_lock(&list_lock);
  s->next = all;
  all = s;
  pthread_mutex_unlock(&list_lock);
  return (FILE*)s;
}

// Such a stream begins at the end, one that can read does not.
static int only_appends(int flags) { return (flags & O_APPEND) && (flags & O_ACCMODE) == O_WRONLY; }
FILE* fopen(const char* name, const char* mode) {
  const int flags = flags_of(mode);
  if (flags < 0) return 0;
  const int number = open(name, flags, 0666);
  if (number >= 0 && only_appends(flags)) lseek(number, 0, SEEK_END);
  return stream_on(number, flags);
}
FILE* fopen64(const char* name, const char* mode) { return fopen(name, mode); }
FILE* fdopen(int number, const char* mode) {
  const int flags = flags_of(mode);
  if (flags < 0) return 0;
  struct open_file* f = descriptor_use(number);
  if (!f) return 0;
  const int old = f->flags;
  descriptor_done(f);
  if ((flags & O_APPEND) && !(old & O_APPEND)) {
    fcntl(number, F_SETFL, old | O_APPEND);
    if (only_appends(flags)) lseek(number, 0, SEEK_END);
  }
  return stream_on(number, flags);
}
FILE* tmpfile(void) {
  char* name = heddle_world_allocate(32);
  world_copy(name, "/tmp/heddle-XXXXXX", 19);
  const int number = mkstemp(name);
  if (number >= 0) unlink(name);
  heddle_world_frees(name);
  return stream_on(number, O_RDWR);
}
FILE* tmpfile64(void) { return tmpfile(); }

int fclose(FILE* f) {
  if (!is_ours(f)) heddle_refuses("fclose of a standard stream");
  struct stream* s = ours(f);
  take(s, 1);
  const int error = flush_buffer(s);
  drop_input(s);
  const int closed = close(s->number);
  leave(s, 1);
  pthread_mutex_lock(&list_lock);
  struct stream** at = &all;
  while (*at && *at != s) at = &(*at)->next;
  if (*at) *at = s->next;
  pthread_mutex_unlock(&list_lock);
  pthread_mutex_destroy(&s->lock);
  heddle_world_frees(s->buffer);
  heddle_world_frees(s);
  return error || closed ? EOF : 0;
}

static int flush_locked(FILE* f, int locks) {
  struct stream* s = ours(f);
  take(s, locks);
  int error = 0;
  if (s->writing)
    error = flush_buffer(s);
  else
    drop_input(s);
  leave(s, locks);
  return error;
}
int fflush(FILE* f) {
  if (f) return is_ours(f) ? flush_locked(f, 1) : heddle_standard_fflush(f);
  int error = 0;
  pthread_mutex_lock(&list_lock);
  for (struct stream* s = all; s; s = s->next)
    if (s->writing) error |= flush_locked((FILE*)s, 1);
  pthread_mutex_unlock(&list_lock);
  return error;
}
int fflush_unlocked(FILE* f) { return f && is_ours(f) ? flush_locked(f, 0) : fflush(f); }

// ---- output ----

static size_t write_all(const void* from, size_t size, size_t count, FILE* f, int locks) {
  size_t total;
  if (__builtin_mul_overflow(size, count, &total)) return 0;
  heddle_world_uses(from, total, 0);
  struct stream* s = ours(f);
  take(s, locks);
  const size_t n = put_bytes(s, from, total);
  leave(s, locks);
  return size ? n / size : 0;
}
size_t fwrite(const void* from, size_t size, size_t count, FILE* f) {
  return is_ours(f) ? write_all(from, size, count, f, 1) : heddle_standard_fwrite(from, size, count, f);
}
size_t fwrite_unlocked(const void* from, size_t size, size_t count, FILE* f) {
  return is_ours(f) ? write_all(from, size, count, f, 0) : heddle_standard_fwrite_unlocked(from, size, count, f);
}
static int put_text(const char* text, FILE* f, int locks) {
  const size_t n = heddle_world_text(text);
  struct stream* s = ours(f);
  take(s, locks);
  const int ok = put_bytes(s, text, n) == n;
  leave(s, locks);
  return ok ? 1 : EOF;
}
int fputs(const char* text, FILE* f) { return is_ours(f) ? put_text(text, f, 1) : heddle_standard_fputs(text, f); }
int fputs_unlocked(const char* text, FILE* f) {
  return is_ours(f) ? put_text(text, f, 0) : heddle_standard_fputs_unlocked(text, f);
}
static int put_one(int c, FILE* f, int locks) {
  const char byte = (char)c;
  struct stream* s = ours(f);
  take(s, locks);
  const int ok = put_bytes(s, &byte, 1) == 1;
  leave(s, locks);
  return ok ? (unsigned char)c : EOF;
}
int fputc(int c, FILE* f) { return is_ours(f) ? put_one(c, f, 1) : heddle_standard_fputc(c, f); }
int fputc_unlocked(int c, FILE* f) { return is_ours(f) ? put_one(c, f, 0) : heddle_standard_fputc_unlocked(c, f); }
int putc(int c, FILE* f) { return fputc(c, f); }
int _IO_putc(int c, FILE* f) { return fputc(c, f); }
int putc_unlocked(int c, FILE* f) { return fputc_unlocked(c, f); }

int vfprintf(FILE* f, const char* format, va_list arguments) {
  if (!is_ours(f)) return heddle_standard_vfprintf(f, format, arguments);
  const int n = announced_length(format, arguments);
  if (n < 0) return n;
  char* text = heddle_world_allocate((size_t)n + 1);
  stdio_format(text, (size_t)n + 1, format, arguments);
  struct stream* s = ours(f);
  take(s, 1);
  const int ok = put_bytes(s, text, (size_t)n) == (size_t)n;
  leave(s, 1);
  heddle_world_frees(text);
  return ok ? n : -1;
}
int __vfprintf_chk(FILE* f, int flag, const char* format, va_list arguments) {
  (void)flag;
  return vfprintf(f, format, arguments);
}
#define WITH_ARGUMENTS(call)   \
  va_list arguments;           \
  va_start(arguments, format); \
  const int n = call;          \
  va_end(arguments);           \
  return n;
int fprintf(FILE* f, const char* format, ...) { WITH_ARGUMENTS(vfprintf(f, format, arguments)) }
int __fprintf_chk(FILE* f, int flag, const char* format, ...) {
  (void)flag;
  WITH_ARGUMENTS(vfprintf(f, format, arguments))
}
int vdprintf(int number, const char* format, va_list arguments) {
  const struct open_file* known = descriptor_peek(number);
  if (known && known->kind == kStandard) return heddle_standard_vdprintf(number, format, arguments);
  const int n = announced_length(format, arguments);
  if (n < 0) return n;
  char* text = heddle_world_allocate((size_t)n + 1);
  stdio_format(text, (size_t)n + 1, format, arguments);
  const ssize_t written = write(number, text, (size_t)n);
  heddle_world_frees(text);
  return (int)written;
}
int dprintf(int number, const char* format, ...) { WITH_ARGUMENTS(vdprintf(number, format, arguments)) }

// ---- input ----

static int get_one(FILE* f, int locks) {
  struct stream* s = ours(f);
  take(s, locks);
  const int c = next_byte(s);
  leave(s, locks);
  return c;
}
int fgetc(FILE* f) { return is_ours(f) ? get_one(f, 1) : heddle_standard_fgetc(f); }
int fgetc_unlocked(FILE* f) { return is_ours(f) ? get_one(f, 0) : heddle_standard_fgetc_unlocked(f); }
int getc(FILE* f) { return fgetc(f); }
int _IO_getc(FILE* f) { return fgetc(f); }
int getc_unlocked(FILE* f) { return fgetc_unlocked(f); }

int ungetc(int c, FILE* f) {
  if (!is_ours(f)) return heddle_standard_ungetc(c, f);
  if (c == EOF) return EOF;
  struct stream* s = ours(f);
  take(s, 1);
  if (s->writing) flush_buffer(s);
  const int ok = s->begin > 0;
  if (ok) s->buffer[--s->begin] = (char)c;
  s->ended = 0;
  leave(s, 1);
  return ok ? (unsigned char)c : EOF;
}

char* fgets(char* to, int size, FILE* f) {
  if (!is_ours(f)) return heddle_standard_fgets(to, size, f);
  if (size <= 0) return 0;
  struct stream* s = ours(f);
  take(s, 1);
  size_t n = 0;
  while (n + 1 < (size_t)size) {
    if ((s->writing || s->begin == s->end) && fill(s) != 0) break;
    size_t part = s->end - s->begin;
    if (part > (size_t)size - 1 - n) part = (size_t)size - 1 - n;
    const char* line = stdio_find(s->buffer + s->begin, '\n', part);
    if (line) part = (size_t)(line - (s->buffer + s->begin)) + 1;
    heddle_world_uses(to + n, part, 1);
    world_copy(to + n, s->buffer + s->begin, part);
    s->begin += (unsigned)part;
    n += part;
    if (line) break;
  }
  const int none = n == 0 && size > 1;
  if (!none) {
    heddle_world_uses(to + n, 1, 1);
    to[n] = 0;
  }
  leave(s, 1);
  return none ? 0 : to;
}
size_t fread(void* to, size_t size, size_t count, FILE* f) {
  if (!is_ours(f)) return heddle_standard_fread(to, size, count, f);
  size_t total;
  if (__builtin_mul_overflow(size, count, &total) || total == 0) return 0;
  struct stream* s = ours(f);
  take(s, 1);
  const size_t n = get_bytes(s, to, total);
  leave(s, 1);
  return n / size;
}

// All that is left of the file is a text.
int vfscanf(FILE* f, const char* format, va_list arguments) {
  if (!is_ours(f)) return heddle_standard_vfscanf(f, format, arguments);
  struct stream* s = ours(f);
  take(s, 1);
  if (!s->reads) {  // no error of the stream
    leave(s, 1);
    return failed(EBADF);
  }
  const struct open_file* known = descriptor_peek(s->number);
  if (!known || known->kind != kFile) heddle_refuses("fscanf from what is no file on disk");
  const int was_wrong = s->wrong;
  s->wrong = 0;
  size_t room = 4096, n = 0, used = 0;
  char* text = heddle_world_allocate(room);
  for (int c; (c = next_byte(s)) != EOF;) {
    if (n + 1 == room) {
      char* more = heddle_world_allocate(2 * room);
      world_copy(more, text, n);
      heddle_world_frees(text);
      text = more;
      room *= 2;
    }
    text[n++] = (char)c;
  }
  const int got = heddle_world_scan(text, n, &used, format, arguments);
  heddle_world_frees(text);
  if (!s->wrong) s->ended = used == n;
  s->wrong |= was_wrong;
  s->begin = s->end = kBack;
  lseek(s->number, -(off_t)(n - used), SEEK_CUR);
  leave(s, 1);
  return got;
}
int old_vfscanf(FILE* f, const char* format, va_list arguments) { return vfscanf(f, format, arguments); }
int fscanf(FILE* f, const char* format, ...) { WITH_ARGUMENTS(vfscanf(f, format, arguments)) }
int old_fscanf(FILE* f, const char* format, ...) { WITH_ARGUMENTS(vfscanf(f, format, arguments)) }

// ---- positions ----

int fseeko(FILE* f, off_t offset, int from) {
  if (!is_ours(f)) heddle_refuses("a position in a standard stream");
  struct stream* s = ours(f);
  take(s, 1);
  int error = flush_buffer(s);
  drop_input(s);
  if (!error && lseek(s->number, offset, from) < 0) error = -1;
  if (!error) s->ended = 0;
  leave(s, 1);
  return error ? -1 : 0;
}
int fseeko64(FILE* f, off_t offset, int from) { return fseeko(f, offset, from); }
int fseek(FILE* f, long offset, int from) { return fseeko(f, offset, from); }
void rewind(FILE* f) {
  fseeko(f, 0, SEEK_SET);
  clearerr(f);
}
off_t ftello(FILE* f) {
  if (!is_ours(f)) heddle_refuses("a position in a standard stream");
  struct stream* s = ours(f);
  take(s, 1);
  off_t at = lseek(s->number, 0, s->writing && s->appends ? SEEK_END : SEEK_CUR);
  if (at >= 0) at += s->writing ? (off_t)(s->end - s->begin) : -(off_t)(s->end - s->begin);
  leave(s, 1);
  return at;
}
off_t ftello64(FILE* f) { return ftello(f); }
long ftell(FILE* f) { return ftello(f); }
int fgetpos(FILE* f, fpos_t* out) {
  const off_t at = ftello(f);
  if (at < 0) return -1;
  heddle_world_uses(out, sizeof *out, 1);
  out->__pos = at;
  return 0;
}
int fsetpos(FILE* f, const fpos_t* given) {
  heddle_world_uses(given, sizeof *given, 0);
  return fseeko(f, given->__pos, SEEK_SET);
}

// ---- the streams themselves ----

int fileno(FILE* f) { return is_ours(f) ? ours(f)->number : heddle_standard_fileno(f); }
int fileno_unlocked(FILE* f) { return fileno(f); }
static int flag_of(FILE* f, const int* flag) {
  struct stream* s = ours(f);
  take(s, 1);
  const int set = *flag;
  leave(s, 1);
  return set;
}
int feof(FILE* f) { return is_ours(f) ? flag_of(f, &ours(f)->ended) : heddle_standard_feof(f); }
int ferror(FILE* f) { return is_ours(f) ? flag_of(f, &ours(f)->wrong) : heddle_standard_ferror(f); }
void clearerr(FILE* f) {
  if (!is_ours(f)) {
    heddle_standard_clearerr(f);
    return;
  }
  take(ours(f), 1);
  ours(f)->ended = ours(f)->wrong = 0;
  leave(ours(f), 1);
}
int setvbuf(FILE* f, char* buffer, int mode, size_t size) {
  (void)buffer, (void)size;
  if (is_ours(f)) ours(f)->mode = mode;
  return 0;
}
void setbuf(FILE* f, char* buffer) { setvbuf(f, buffer, buffer ? _IOFBF : _IONBF, BUFSIZ); }
void setbuffer(FILE* f, char* buffer, size_t size) { setvbuf(f, buffer, buffer ? _IOFBF : _IONBF, size); }
void setlinebuf(FILE* f) { setvbuf(f, 0, _IOLBF, 0); }
void flockfile(FILE* f) {
  if (is_ours(f))
    pthread_mutex_lock(&ours(f)->lock);
  else
    heddle_standard_flockfile(f);
}
int ftrylockfile(FILE* f) {
  return is_ours(f) ? pthread_mutex_trylock(&ours(f)->lock) : heddle_standard_ftrylockfile(f);
}
void funlockfile(FILE* f) {
  if (is_ours(f))
    pthread_mutex_unlock(&ours(f)->lock);
  else
    heddle_standard_funlockfile(f);
}

UNSEEN_END
