// stdio: output is captured, input comes from --stdin FILE or is empty; nothing is done to files. Locks: streams.h.
#include <errno.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

#include <algorithm>
#include <iterator>

#include "machine/announce.h"
#include "machine/streams.h"

using namespace heddle;

namespace heddle {

// The program may assign to stdin, stdout and stderr: as they were before it began.
static FILE* const standard_input = stdin;
static FILE* const standard_output = stdout;
static FILE* const standard_error = stderr;

void must_be_output(const Call&, FILE* f, const char* function) {
  if (f != standard_output && f != standard_error) engine->refuse(std::string(function) + ": writing to a file is not modelled");
}
void must_be_input(const Call&, FILE* f, const char* function) {
  if (f != standard_input) engine->refuse(std::string(function) + ": reading a file is not modelled");
}

static Address stream_object(FILE* f) {
  return engine->streams() + (f == standard_input ? 0 : f == standard_output ? 1 : 2) * kStreamSize;
}

static Operation stream_operation(const Call& call, OperationKind kind, Address stream) {
  return call.operation(kind, reinterpret_cast<void*>(stream), static_cast<std::uint64_t>(sync::MutexKind::Recursive));
}

StreamUse::StreamUse(const Call& call, FILE* f, Locking locking) : call_(call) {
  const bool told_apart = engine->image.locks_streams;
  if (engine->alone() || (!told_apart && f != standard_input)) return;
  const Address stream = stream_object(f);
  if (locking == Locks) {
    engine->visible(stream_operation(call, OperationKind::MutexLock, stream));
    lock_ = stream;
  }
  if (told_apart) engine->access(stream + kStreamSize / 2, 8, AccessKind::Write, call.site());
}
StreamUse::~StreamUse() {
  if (lock_) stream_unlock(call_, lock_);
}

}  // namespace heddle

namespace {

// A round of a loop that prints is no waiting, and a loop that does no more than that may have no end (endless.cpp).
// Where states are compared such loops come to their scheduling points sooner (spin.cpp): printing takes its time.
void note_output() {
  constexpr std::uint32_t kCost = 1'024;  // in rounds of a loop
  note_effect(engine->spin_round(engine->current));
  if (engine->compares_states)
    heddle_loop_rounds += kCost;
  else
    engine->self().visible_since_edge = true;
}

// Returns the number of characters, as printf does.
int print(const Call& call, FILE* f, const char* format, va_list arguments) {
  va_list again;
  va_copy(again, arguments);
  report_printed(call, format, again);
  va_end(again);
  StreamUse use(call, f);
  note_output();
  char small[512];
  va_copy(again, arguments);
  const int n = vsnprintf(small, sizeof small, format, arguments);
  if (n >= static_cast<int>(sizeof small)) {
    std::string large(static_cast<std::size_t>(n) + 1, '\0');
    vsnprintf(large.data(), large.size(), format, again);
    large.pop_back();
    engine->output.append(large);
  } else if (n > 0) {
    engine->output.append({small, static_cast<std::size_t>(n)});
  }
  va_end(again);
  return n;
}

void put(std::string_view text) {
  note_output();
  engine->output.append(text);
}

void note_reading() {
  if (engine->options.stdin_file.empty()) engine->assume(Assumption::Input);
}

// A loop may wait for this, or toggle it.
void set_ended(bool ended) {
  if (input_state().ended != ended) note_effect(engine->spin_round(engine->current));
  input_state().ended = ended;
}

std::size_t characters_left() { return input_state().given_back + engine->input.size() - input_state().position; }

int next_input() {
  note_reading();
  if (characters_left() == 0) {
    set_ended(true);
    return EOF;
  }
  note_effect(engine->spin_round(engine->current));
  InputState& state = input_state();
  if (state.given_back > 0) return state.back[--state.given_back];
  return static_cast<unsigned char>(engine->input[state.position++]);
}

void take_input(const Call& call, void* to, std::size_t n) {
  note_in_call(n);
  writes(to, n, call.site());
  for (std::size_t i = 0; i < n; i++) static_cast<unsigned char*>(to)[i] = static_cast<unsigned char>(next_input());
}

// As in glibc: the character that was read last, or another one that is kept in front of the rest.
void unread(unsigned char c) {
  InputState& state = input_state();
  const bool same = state.position > 0 && static_cast<unsigned char>(engine->input[state.position - 1]) == c;
  if (state.given_back == 0 && same)
    state.position--;
  else if (state.given_back < sizeof state.back)
    state.back[state.given_back++] = c;
  else
    engine->refuse("ungetc: giving back more characters than were read is not modelled");
  note_effect(engine->spin_round(engine->current));
  state.ended = false;
}

// scanf from what is left of the input.
int scan(const char* format, va_list arguments) {
  InputState& state = input_state();
  std::string rest(std::make_reverse_iterator(state.back + state.given_back), std::make_reverse_iterator(state.back + 0));
  rest.append(engine->input, state.position);
  FILE* f = fmemopen(rest.data(), rest.size(), "r");
  const int n = vfscanf(f, format, arguments);
  const auto used = static_cast<std::size_t>(ftell(f)), of_back = std::min<std::size_t>(used, state.given_back);
  state.given_back -= of_back;
  state.position += used - of_back;
  if (feof(f)) state.ended = true;
  fclose(f);
  return n;
}

FILE* output_of(const Call& call, int descriptor, const char* function) {
  FILE* f = descriptor == STDOUT_FILENO ? standard_output : descriptor == STDERR_FILENO ? standard_error : nullptr;
  must_be_output(call, f, function);
  return f;
}

}  // namespace

extern "C" {

// ---- formatted output ----
int rt_vfprintf(FILE* f, const char* format, va_list arguments) {
  Call call;
  must_be_output(call, f, "fprintf");
  return print(call, f, format, arguments);
}
int rt_vprintf(const char* format, va_list arguments) { return rt_vfprintf(stdout, format, arguments); }
int rt_vdprintf(int descriptor, const char* format, va_list arguments) {
  Call call;
  return print(call, output_of(call, descriptor, "dprintf"), format, arguments);
}
int rt_vprintf_chk(int, const char* format, va_list arguments) { return rt_vfprintf(stdout, format, arguments); }
int rt_vfprintf_chk(FILE* f, int, const char* format, va_list arguments) { return rt_vfprintf(f, format, arguments); }

int rt_printf(const char* format, ...) { HEDDLE_VARIADIC(rt_vprintf(format, arguments)) }
int rt_fprintf(FILE* f, const char* format, ...) { HEDDLE_VARIADIC(rt_vfprintf(f, format, arguments)) }
int rt_dprintf(int descriptor, const char* format, ...) { HEDDLE_VARIADIC(rt_vdprintf(descriptor, format, arguments)) }
int rt_printf_chk(int, const char* format, ...) { HEDDLE_VARIADIC(rt_vprintf(format, arguments)) }
int rt_fprintf_chk(FILE* f, int, const char* format, ...) { HEDDLE_VARIADIC(rt_vfprintf(f, format, arguments)) }

// ---- characters and strings ----
static int put_string(const char* s, const char* end, FILE* f, StreamUse::Locking locking) {
  Call call = Call::with(s, end, f, locking);
  must_be_output(call, f, "fputs");
  announce<"fputs">(call, s);
  StreamUse use(call, f, locking);
  put(s);
  put(end);
  const int result = *end == 0 ? 1 : static_cast<int>(std::min<std::size_t>(strlen(s) + 1, INT_MAX));  // as in glibc
  note_in_call(static_cast<std::uint64_t>(result));
  return result;
}
static int put_character(int c, FILE* f, StreamUse::Locking locking) {
  Call call = Call::with(c, f, locking);
  must_be_output(call, f, "fputc");
  StreamUse use(call, f, locking);
  const char byte = static_cast<char>(c);
  put({&byte, 1});
  return static_cast<unsigned char>(c);
}
static std::size_t put_bytes(const void* p, std::size_t size, std::size_t n, FILE* f, StreamUse::Locking locking) {
  Call call = Call::with(p, size, n, f, locking);
  must_be_output(call, f, "fwrite");
  announce<"fwrite">(call, p, size, n);
  StreamUse use(call, f, locking);
  put({static_cast<const char*>(p), size * n});
  return size == 0 ? 0 : n;
}
static int flush(FILE* f, StreamUse::Locking locking) {
  Call call = Call::with(f, locking);
  if (!f) return 0;
  if (f != standard_input) must_be_output(call, f, "fflush");
  StreamUse use(call, f, locking);
  return 0;
}
int rt_puts(const char* s) { return put_string(s, "\n", stdout, StreamUse::Locks); }
int rt_fputs(const char* s, FILE* f) { return put_string(s, "", f, StreamUse::Locks); }
int rt_fputs_unlocked(const char* s, FILE* f) { return put_string(s, "", f, StreamUse::Unlocked); }
int rt_fputc(int c, FILE* f) { return put_character(c, f, StreamUse::Locks); }
int rt_fputc_unlocked(int c, FILE* f) { return put_character(c, f, StreamUse::Unlocked); }
int rt_putchar(int c) { return put_character(c, stdout, StreamUse::Locks); }
int rt_putchar_unlocked(int c) { return put_character(c, stdout, StreamUse::Unlocked); }
std::size_t rt_fwrite(const void* p, std::size_t size, std::size_t n, FILE* f) {
  return put_bytes(p, size, n, f, StreamUse::Locks);
}
std::size_t rt_fwrite_unlocked(const void* p, std::size_t size, std::size_t n, FILE* f) {
  return put_bytes(p, size, n, f, StreamUse::Unlocked);
}
int rt_fflush(FILE* f) { return flush(f, StreamUse::Locks); }
int rt_fflush_unlocked(FILE* f) { return flush(f, StreamUse::Unlocked); }
void rt_perror(const char* s) {
  Call call;
  const int number = engine->error_number(engine->current);
  announce<"perror">(call, s);
  StreamUse use(call, stderr);
  if (s && *s) {
    put(s);
    put(": ");
  }
  char text[128];
  put(strerror_r(number, text, sizeof text));
  put("\n");
}
ssize_t rt_write(int descriptor, const void* p, std::size_t n) {  // no stream, so no lock of one
  Call call;
  output_of(call, descriptor, "write");
  announce<"write">(call, descriptor, p, n);
  put({static_cast<const char*>(p), n});
  return static_cast<ssize_t>(n);
}

// ---- the streams themselves ----
int rt_setvbuf(FILE*, char*, int, std::size_t) { return 0; }
void rt_setbuf(FILE*, char*) {}
void rt_setbuffer(FILE*, char*, std::size_t) {}
void rt_setlinebuf(FILE*) {}
void rt_flockfile(FILE* f) {
  Call call = Call::with(f);
  if (f != standard_input) must_be_output(call, f, "flockfile");
  engine->visible(stream_operation(call, OperationKind::MutexLock, stream_object(f)));
}
int rt_ftrylockfile(FILE* f) {
  Call call = Call::with(f);
  if (f != standard_input) must_be_output(call, f, "ftrylockfile");
  const auto result = engine->visible(stream_operation(call, OperationKind::MutexTryLock, stream_object(f)));
  if (result) call.changes_nothing();
  return static_cast<int>(result);
}
void rt_funlockfile(FILE* f) {
  Call call = Call::with(f);
  if (f != standard_input) must_be_output(call, f, "funlockfile");
  stream_unlock(call, stream_object(f));
}
int rt_fileno(FILE* f) {
  Call call;
  if (f != standard_input) must_be_output(call, f, "fileno");
  return f == standard_input ? STDIN_FILENO : f == standard_output ? STDOUT_FILENO : STDERR_FILENO;
}
int rt_feof(FILE* f) {
  Call call = Call::with(f);
  if (f != standard_input) must_be_output(call, f, "feof");
  StreamUse use(call, f);
  call.changes_nothing();
  if (f != standard_input) return 0;
  const std::uint64_t& ended = input_state().ended;
  note_read(engine->spin_round(engine->current), reinterpret_cast<Address>(&ended), sizeof ended, ended);
  note_in_call(ended);
  return ended != 0;
}
int rt_ferror(FILE* f) {
  Call call;
  if (f != standard_input) must_be_output(call, f, "ferror");
  return 0;
}
void rt_clearerr(FILE* f) {
  Call call = Call::with(f);
  if (f != standard_input) must_be_output(call, f, "clearerr");
  StreamUse use(call, f);
  if (f == standard_input) set_ended(false);
}

// ---- input ----
static int get_character(FILE* f, StreamUse::Locking locking) {
  Call call = Call::with(f, locking);
  must_be_input(call, f, "fgetc");
  StreamUse use(call, f, locking);
  const int c = next_input();
  note_in_call(static_cast<std::uint64_t>(c));
  return c;
}
int rt_fgetc(FILE* f) { return get_character(f, StreamUse::Locks); }
int rt_fgetc_unlocked(FILE* f) { return get_character(f, StreamUse::Unlocked); }
int rt_getchar() { return get_character(stdin, StreamUse::Locks); }
int rt_getchar_unlocked() { return get_character(stdin, StreamUse::Unlocked); }
int rt_ungetc(int c, FILE* f) {
  Call call = Call::with(c, f);
  must_be_input(call, f, "ungetc");
  StreamUse use(call, f);
  if (c == EOF) return EOF;
  unread(static_cast<unsigned char>(c));
  return static_cast<unsigned char>(c);
}
char* rt_fgets(char* to, int size, FILE* f) {
  Call call = Call::with(to, size, f);
  must_be_input(call, f, "fgets");
  StreamUse use(call, f);
  int n = 0;
  while (n < size - 1) {
    const int c = next_input();
    if (c == EOF) break;
    to[n++] = static_cast<char>(c);
    if (c == '\n') break;
  }
  note_in_call(static_cast<std::uint64_t>(n));
  if (n == 0 && size != 1) return nullptr;  // room for nothing but the end: nothing is read
  to[n] = 0;
  writes(to, static_cast<std::size_t>(n) + 1, call.site());
  return to;
}
std::size_t rt_fread(void* to, std::size_t size, std::size_t count, FILE* f) {
  Call call = Call::with(to, size, count, f);
  must_be_input(call, f, "fread");
  StreamUse use(call, f);
  if (size == 0) return 0;
  note_reading();
  const std::size_t n = std::min(count, characters_left() / size);
  take_input(call, to, n * size);
  if (n < count) set_ended(true);
  return n;
}
ssize_t rt_read(int descriptor, void* to, std::size_t n) {
  Call call = Call::with(to, n);
  if (descriptor != STDIN_FILENO) engine->refuse("read: reading a file is not modelled");
  StreamUse use(call, stdin);
  note_reading();
  n = std::min(n, characters_left());
  take_input(call, to, n);  // whether the stream has come to its end is not known from that
  return static_cast<ssize_t>(n);
}
int rt_vfscanf(FILE* from, const char* format, va_list arguments) {
  Call call;
  must_be_input(call, from, "fscanf");
  StreamUse use(call, from);
  note_effect(engine->spin_round(engine->current));
  va_list copy;
  va_copy(copy, arguments);
  const int n = characters_left() == 0 ? next_input() : scan(format, arguments);
  report_scanned(call, format, n, copy);
  va_end(copy);
  return n;
}
// Of a text that is not the program's (library/stdio_files.c).
int rt_world_scan(const char* text, std::size_t size, std::size_t* used, const char* format, va_list arguments) {
  Call call;
  *used = 0;
  if (size == 0) return EOF;
  va_list copy;
  va_copy(copy, arguments);
  FILE* f = fmemopen(const_cast<char*>(text), size, "r");
  const int n = vfscanf(f, format, arguments);
  *used = static_cast<std::size_t>(ftell(f));
  fclose(f);
  report_scanned(call, format, n, copy);
  va_end(copy);
  return n;
}
int rt_vscanf(const char* format, va_list arguments) { return rt_vfscanf(stdin, format, arguments); }
int rt_fscanf(FILE* f, const char* format, ...) { HEDDLE_VARIADIC(rt_vfscanf(f, format, arguments)) }
int rt_scanf(const char* format, ...) { HEDDLE_VARIADIC(rt_vscanf(format, arguments)) }
}
