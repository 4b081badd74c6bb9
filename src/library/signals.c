// Signals, as far as nobody sends any: handlers are installed and asked for, masks are set, nothing is delivered. (What
// sends or waits for a signal is refused by name.) That none comes from outside is an assumption of the verdict once the
// program has a handler for one. What the process does on a signal is shared by all threads: one atomic object for each
// signal, which orders nothing. The mask belongs to the thread; a new thread begins with its creator's.
//
// An alarm that nobody handles is a watchdog, which ends a process that takes too long. It is taken for one that does not
// go off: the same assumption.
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

#pragma clang diagnostic ignored "-Wunused-parameter"
#pragma clang diagnostic ignored "-Watomic-alignment"

void heddle_notices_signals(void);  // machine/models_libc.cpp
unsigned long heddle_blocked_signals(void);
void heddle_block_signals(unsigned long all);
_Noreturn void heddle_refuses(const char* what);

enum { kSignals = 65 };

struct Action {
  void (*handler)(int);
  unsigned long mask;
  int flags;
};
// Not static: channels.c asks for what the program sets, and a module that is linked in twice would bring it twice.
#define actions heddle_signal_actions
_Atomic(struct Action) actions[kSignals];

static unsigned long bits(const sigset_t* set) { return set->__val[0]; }
static unsigned long bit(int number) { return 1ul << (number - 1); }
static int is_signal(int number) { return number >= 1 && number < kSignals && number != 32 && number != 33; }
static int invalid(void) {
  errno = EINVAL;
  return -1;
}

static atomic_uint watchdog;  // seconds; 0: none
static int is_handled(const struct Action* action) { return action->handler != SIG_DFL && action->handler != SIG_IGN; }

static int install(int number, const struct Action* fresh, struct Action* old) {
  if (!is_signal(number) || (fresh && (number == SIGKILL || number == SIGSTOP))) return invalid();
  if (fresh && is_handled(fresh)) {
    heddle_notices_signals();
    if (number == SIGALRM && atomic_load_explicit(&watchdog, memory_order_relaxed) != 0)
      heddle_refuses("an alarm that is handled");
  }
  *old = fresh ? atomic_exchange_explicit(&actions[number], *fresh, memory_order_relaxed)
               : atomic_load_explicit(&actions[number], memory_order_relaxed);
  return 0;
}

int sigaction(int number, const struct sigaction* fresh, struct sigaction* out) {
  struct Action next, old;
  memset(&next, 0, sizeof next);
  if (fresh) {
    next.handler = fresh->sa_handler;
    next.mask = bits(&fresh->sa_mask);
    next.flags = fresh->sa_flags;
  }
  if (install(number, fresh ? &next : NULL, &old) != 0) return -1;
  if (out) {
    memset(out, 0, sizeof *out);
    out->sa_handler = old.handler;
    out->sa_mask.__val[0] = old.mask;
    out->sa_flags = old.flags;
  }
  return 0;
}
int __sigaction(int number, const struct sigaction* fresh, struct sigaction* out) { return sigaction(number, fresh, out); }

sighandler_t signal(int number, sighandler_t handler) {
  struct Action next, old;
  memset(&next, 0, sizeof next);
  next.handler = handler;
  next.flags = SA_RESTART;
  if (handler == SIG_ERR) return invalid(), SIG_ERR;
  return install(number, &next, &old) == 0 ? old.handler : SIG_ERR;
}
unsigned alarm(unsigned seconds) {
  const struct Action action = atomic_load_explicit(&actions[SIGALRM], memory_order_relaxed);
  if (seconds != 0 && is_handled(&action)) heddle_refuses("an alarm that is handled");
  if (seconds != 0 && action.handler == SIG_DFL) heddle_notices_signals();
  return atomic_exchange_explicit(&watchdog, seconds, memory_order_relaxed);
}

sighandler_t bsd_signal(int number, sighandler_t handler) { return signal(number, handler); }
sighandler_t ssignal(int number, sighandler_t handler) { return signal(number, handler); }
sighandler_t sysv_signal(int number, sighandler_t handler) { return signal(number, handler); }
sighandler_t __sysv_signal(int number, sighandler_t handler) { return signal(number, handler); }
int sigignore(int number) { return signal(number, SIG_IGN) == SIG_ERR ? -1 : 0; }
int siginterrupt(int number, int flag) { return is_signal(number) ? 0 : invalid(); }

int sigemptyset(sigset_t* set) {
  memset(set, 0, sizeof *set);
  return 0;
}
int sigfillset(sigset_t* set) {
  memset(set, 0xff, sizeof *set);
  set->__val[0] &= ~(bit(32) | bit(33));
  return 0;
}
int sigaddset(sigset_t* set, int number) {
  if (!is_signal(number)) return invalid();
  set->__val[0] |= bit(number);
  return 0;
}
int sigdelset(sigset_t* set, int number) {
  if (!is_signal(number)) return invalid();
  set->__val[0] &= ~bit(number);
  return 0;
}
int sigismember(const sigset_t* set, int number) {  // also of the two that the C library keeps for itself
  return number > 0 && number < NSIG ? (bits(set) & bit(number)) != 0 : invalid();
}
int sigisemptyset(const sigset_t* set) { return bits(set) == 0; }
int sigorset(sigset_t* out, const sigset_t* a, const sigset_t* b) {
  const unsigned long all = bits(a) | bits(b);
  sigemptyset(out);
  out->__val[0] = all;
  return 0;
}
int sigandset(sigset_t* out, const sigset_t* a, const sigset_t* b) {
  const unsigned long all = bits(a) & bits(b);
  sigemptyset(out);
  out->__val[0] = all;
  return 0;
}

int pthread_sigmask(int how, const sigset_t* set, sigset_t* out) {
  const unsigned long old = heddle_blocked_signals();
  if (set) {
    const unsigned long given = bits(set);
    if (how != SIG_BLOCK && how != SIG_UNBLOCK && how != SIG_SETMASK) return EINVAL;
    const unsigned long next = how == SIG_BLOCK ? old | given : how == SIG_UNBLOCK ? old & ~given : given;
    heddle_block_signals(next & ~(bit(SIGKILL) | bit(SIGSTOP)));
  }
  if (out) {
    sigemptyset(out);
    out->__val[0] = old;
  }
  return 0;
}
int sigprocmask(int how, const sigset_t* set, sigset_t* out) {
  const int error = pthread_sigmask(how, set, out);
  if (error != 0) errno = error;
  return error == 0 ? 0 : -1;
}
// None was sent.
int sigpending(sigset_t* set) { return sigemptyset(set); }

static _Thread_local stack_t alternate = {.ss_flags = SS_DISABLE};
int sigaltstack(const stack_t* fresh, stack_t* out) {
  const stack_t old = alternate;
  if (fresh) {
    if (fresh->ss_flags & ~SS_DISABLE) return invalid();
    if (!(fresh->ss_flags & SS_DISABLE) && fresh->ss_size < 2048) {
      errno = ENOMEM;
      return -1;
    }
    alternate = *fresh;
  }
  if (out) *out = old;
  return 0;
}
