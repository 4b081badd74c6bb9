#include "model/flow_calls.h"

#include <algorithm>
#include <array>

namespace heddle {

namespace {

constexpr std::string_view kWriteOut[] = {"printf", "fprintf", "putchar", "fputc", "putc"};

constexpr std::string_view kEnd[] = {"abort", "__assert_fail", "_ZSt9terminatev", "__clang_call_terminate"};

constexpr std::string_view kStays[] = {
    // memory
    "malloc",
    "calloc",
    "realloc",
    "free",
    "posix_memalign",
    "aligned_alloc",
    "memalign",
    "memcpy",
    "memmove",
    "memset",
    "memcmp",
    "memchr",
    "strlen",
    "strnlen",
    "strcpy",
    "strncpy",
    "strcmp",
    "strncmp",
    "strcat",
    "strncat",
    "strchr",
    "strrchr",
    "strstr",
    "strdup",
    "strndup",
    "_Znwm",
    "_Znam",
    "_ZdlPv",
    "_ZdaPv",
    "_ZdlPvm",
    "_ZdaPvm",
    "_ZnwmSt11align_val_t",
    "_ZdlPvSt11align_val_t",
    "_ZdlPvmSt11align_val_t",
    "_ZnwmRKSt9nothrow_t",
    "__errno_location",  // each thread has its own
    // threads and their objects; operations whose result depends on others are seen as such
    "pthread_create",
    "pthread_join",
    "pthread_detach",
    "pthread_exit",
    "pthread_self",
    "pthread_equal",
    "pthread_attr_init",
    "pthread_attr_destroy",
    "pthread_attr_setdetachstate",
    "pthread_attr_setstacksize",
    "pthread_mutex_init",
    "pthread_mutex_destroy",
    "pthread_mutex_lock",
    "pthread_mutex_trylock",
    "pthread_mutex_unlock",
    "pthread_mutexattr_init",
    "pthread_mutexattr_destroy",
    "pthread_mutexattr_settype",
    "pthread_spin_init",
    "pthread_spin_destroy",
    "pthread_spin_lock",
    "pthread_spin_trylock",
    "pthread_spin_unlock",
    "pthread_cond_init",
    "pthread_cond_destroy",
    "pthread_cond_wait",
    "pthread_cond_signal",
    "pthread_cond_broadcast",
    "pthread_rwlock_init",
    "pthread_rwlock_destroy",
    "pthread_rwlock_rdlock",
    "pthread_rwlock_wrlock",
    "pthread_rwlock_tryrdlock",
    "pthread_rwlock_trywrlock",
    "pthread_rwlock_unlock",
    "pthread_barrier_init",
    "pthread_barrier_wait",
    "pthread_barrier_destroy",
    "pthread_once",
    "sem_init",
    "sem_destroy",
    "sem_wait",
    "sem_trywait",
    "sem_post",
    "sem_getvalue",
    "sched_yield",
    "heddle_choose",
    "heddle_assert",
    "heddle_label",
    "_ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE",
    "_ZNSt6thread4joinEv",
    "_ZNSt6thread6detachEv",
    "_ZNSt6thread6_StateD2Ev",
    "_ZNSt18condition_variableC1Ev",
    "_ZNSt18condition_variableD1Ev",
    "_ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE",
    "_ZNSt18condition_variable10notify_oneEv",
    "_ZNSt18condition_variable10notify_allEv",
    "__once_proxy",
    "__cxa_guard_acquire",
    "__cxa_guard_release",
    "__cxa_guard_abort",
    // output
    "printf",
    "fprintf",
    "puts",
    "fputs",
    "putchar",
    "fputc",
    "putc",
    "fwrite",
    "fflush",
    "snprintf",
    "sprintf",
    "vsnprintf",
    "vprintf",
    "vfprintf",
    "perror",
    // ends and exceptions
    "abort",
    "exit",
    "_exit",
    "_Exit",
    "atexit",
    "__cxa_atexit",
    "__assert_fail",
    "_ZSt9terminatev",
    "__cxa_allocate_exception",
    "__cxa_free_exception",
    "__cxa_throw",
    "__cxa_rethrow",
    "__cxa_begin_catch",
    "__cxa_end_catch",
    "__cxa_pure_virtual",
    "__gxx_personality_v0",
    "_Unwind_Resume",
    "_ZSt20__throw_system_errori",
    "_ZSt17__throw_bad_allocv",
    "_ZSt20__throw_length_errorPKc",
    "_ZSt28__throw_bad_array_new_lengthv",
    "_ZSt24__throw_out_of_range_fmtPKcz",
    "_ZSt25__throw_bad_function_callv",
    // compression in memory: what it reads and writes is announced (library/bzip2.c)
    "heddle_real.BZ2_bzBuffToBuffCompress",
    "heddle_real.BZ2_bzBuffToBuffDecompress",
    "heddle_real.memcpy",
    // of their arguments alone, and of the text that they are given
    "atoi",
    "atol",
    "strtol",
    "strtoul",
    "abs",
    "labs",
    "llabs",
    "sqrt",
    "pow",
    "exp",
    "log",
    "sin",
    "cos",
    "tan",
    "floor",
    "ceil",
    "fabs",
    "fmod",
    "round",
    "isalnum",
    "isalpha",
    "isdigit",
    "isspace",
    "toupper",
    "tolower",
};

// Reading files and directories: what is read from is looked at by calls of this list alone, and written by no function
// of a program that has all its functions here or above. Clocks.
constexpr std::string_view kWhileCalled[] = {
    "open",    "open64",  "close",   "read",      "pread",         "pread64",      "lseek",
    "lseek64", "opendir", "readdir", "readdir64", "closedir",      "rewinddir",    "stat",
    "fstat",   "lstat",   "access",  "getenv",    "clock_gettime", "gettimeofday", "time",
};

template <class List>
bool is_in(const List& list, std::string_view symbol) {
  return std::find(std::begin(list), std::end(list), symbol) != std::end(list);
}

}  // namespace

bool stays_in_memory(std::string_view symbol) { return is_in(kStays, symbol); }
bool only_writes_out(std::string_view symbol) { return is_in(kWriteOut, symbol); }
bool matters_while_called(std::string_view symbol) { return is_in(kWhileCalled, symbol); }
bool ends_process_at_once(std::string_view symbol) { return is_in(kEnd, symbol); }

}  // namespace heddle
