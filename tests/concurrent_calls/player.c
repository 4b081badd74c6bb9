// Plays one random program (generator.cpp): what is there comes first, then a word for each thread. A step is a letter,
// the place of a descriptor and a digit.
//
//   player OBJECTS STEPS...       threads: one for each word
//   player =OBJECTS ME STEPS      one of two processes, which meet by names
//
// What each call returns, its error and what it has read go into a number, which is the exit status. Natively (NATIVE)
// it is the same program, with pauses that chance makes.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <mqueue.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <sys/un.h>
#include <unistd.h>

enum { kMost = 4, kBig = 40000 };
struct common {
  sem_t semaphore, ready;
  pthread_mutex_t mutex;
  int x;
  unsigned sum;  // of the other process
};
static struct common own_common, *common = &own_common;
static int places[8], count;
static int set = -1;  // of epoll
static unsigned sums[kMost];
static const char* steps[kMost];
static char big[kBig];

#ifdef NATIVE
static const char* prefix = "";
static void pause_a_while(void) {
  static _Thread_local unsigned seed;
  if (!seed) seed = (unsigned)getpid() * 7919 + (unsigned)(uintptr_t)&seed;
  if (rand_r(&seed) % 2) usleep((unsigned)rand_r(&seed) % 600);
}
static const char* name_of(const char* name) {
  static _Thread_local char text[64];
  snprintf(text, sizeof text, "/%s%s", prefix, name + 1);
  return text;
}
#else
static void pause_a_while(void) {}
static const char* name_of(const char* name) { return name; }
#endif

static unsigned mixed(unsigned sum, long value) { return (unsigned)((sum * 31 + (unsigned long)(value + 1000)) % 119); }
static void fail(const char* what) {
  perror(what);
  _exit(254);
}
static void put(int number) {
  if (number < 0) fail("an object");
  places[count++] = number;
}
static void put_both(const int ends[2]) { put(ends[0]), put(ends[1]); }

static struct sockaddr_un local(const char* name) {
  struct sockaddr_un a = {.sun_family = AF_UNIX};
  strcpy(a.sun_path, name);
  return a;
}
static struct sockaddr_in loopback_address;  // of who listens

static void make(char kind, int among_processes) {
  int ends[2];
  struct mq_attr two = {.mq_maxmsg = 2, .mq_msgsize = 4};
  switch (kind) {
    case 'p':
      if (pipe(ends) != 0) fail("pipe");
      put_both(ends);
      break;
    case 'n':
      if (pipe2(ends, O_NONBLOCK) != 0) fail("pipe2");
      put_both(ends);
      break;
    case 's':
    case 'd':
    case 'q':
      if (socketpair(AF_UNIX, kind == 's' ? SOCK_STREAM : kind == 'd' ? SOCK_DGRAM : SOCK_SEQPACKET, 0, ends) != 0)
        fail("socketpair");
      put_both(ends);
      break;
    case 'e':
      put(eventfd(1, 0));
      break;
    case 'E':
      put(eventfd(0, EFD_SEMAPHORE | EFD_NONBLOCK));
      break;
    case 't': {
      const int t = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK);
      put(t);
      break;
    }
    case 'm':
    case 'M':
      put(mq_open(name_of("/heddle-q"), O_RDWR | O_CREAT | (kind == 'M' ? O_NONBLOCK : 0), 0600, &two));
      if (!among_processes) mq_unlink(name_of("/heddle-q"));
      break;
    case 'f':
    case 'a':
      put(open("file", O_RDWR | O_CREAT | (kind == 'a' ? O_APPEND : O_TRUNC), 0600));
      break;
    case 'l': {  // who listens, and who is going to connect
      const int server = socket(AF_INET, SOCK_STREAM, 0);
      socklen_t size = sizeof loopback_address;
      loopback_address.sin_family = AF_INET;
      loopback_address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
      if (bind(server, (void*)&loopback_address, size) != 0 || listen(server, 4) != 0) fail("listen");
      if (getsockname(server, (void*)&loopback_address, &size) != 0) fail("getsockname");
      put(server);
      put(socket(AF_INET, SOCK_STREAM, 0));
      break;
    }
    case 'L': {
      const int server = socket(AF_UNIX, SOCK_STREAM, 0);
      const struct sockaddr_un a = local("local");
      if (bind(server, (void*)&a, sizeof a) != 0 || listen(server, 4) != 0) fail("listen");
      put(server);
      put(socket(AF_UNIX, SOCK_STREAM, 0));
      break;
    }
    case 'u': {  // datagrams to a name, each process its own
      const int s = socket(AF_UNIX, SOCK_DGRAM, 0);
      put(s);
      break;
    }
    default:
      fail("a kind");
  }
}

static unsigned seen(unsigned sum, long result, const char* data, long size) {
  sum = mixed(sum, result);
  if (result < 0) return mixed(sum, errno);
  for (long i = 0; i < size && i < 8; i++) sum = mixed(sum, data[i]);
  return size > 8 ? mixed(sum, size) : sum;
}

static long poll_of(int a, int b, int events, int limit, char* out) {
  struct pollfd both[2] = {{a, (short)events, 0}, {b, (short)events, 0}};
  const long n = poll(both, a == b ? 1 : 2, limit);
  out[0] = (char)both[0].revents;
  out[1] = (char)both[1].revents;
  return n;
}
static long select_of(int a, int b, int waits, char* out) {
  fd_set in, to;
  struct timeval none = {0, 0};
  FD_ZERO(&in);
  FD_ZERO(&to);
  FD_SET(a, &in);
  FD_SET(b, &to);
  const long n = select((a > b ? a : b) + 1, &in, waits ? 0 : &to, 0, waits ? 0 : &none);
  out[0] = n >= 0 && FD_ISSET(a, &in) ? 1 : 0;
  out[1] = n >= 0 && !waits && FD_ISSET(b, &to) ? 1 : 0;
  return n;
}
static long epoll_of(int limit, char* out) {
  struct epoll_event found[4];
  const long n = epoll_wait(set, found, 4, limit);
  int all = 0;  // in any order
  for (long i = 0; i < n; i++) all += (found[i].data.fd + 1) * (int)found[i].events;
  out[0] = (char)all;
  return n;
}
static long connect_to(int number) {
  struct sockaddr_un a = local("local");
  return loopback_address.sin_port ? connect(number, (void*)&loopback_address, sizeof loopback_address)
                                   : connect(number, (void*)&a, sizeof a);
}

static void* play(void* argument) {
  const unsigned long me = (unsigned long)argument;
  unsigned sum = 0;
  int mine = -1;  // what this thread has opened last
  char data[kBig];
  for (const char* s = steps[me]; *s; s += 3) {
    const int place = s[1] - '0', value = s[2] - '0', number = place == 9 ? mine : places[place],
              other = places[value < count ? value : 0];
    long n = 0, size = 0;
    memset(data, value + 1, 4);
    pause_a_while();
    switch (s[0]) {
      case 'r':
        n = size = read(number, data, (size_t)(value == 9 ? kBig : value));
        break;
      case 'R':
        n = size = recv(number, data, (size_t)(value + 1), MSG_DONTWAIT);
        break;
      case 'K':
        n = size = recv(number, data, (size_t)(value + 1), MSG_PEEK | MSG_DONTWAIT);
        break;
      case 'w':
        n = write(number, data, (size_t)(1 + value % 3));
        break;
      case 'W':
        n = write(number, big, kBig);
        break;
      case 'S':
        n = send(number, data, (size_t)(1 + value % 3), MSG_DONTWAIT | MSG_NOSIGNAL);
        break;
      case 'v': {
        const uint64_t more = (uint64_t)value;
        n = write(number, &more, sizeof more);
        break;
      }
      case 'V':
        n = size = read(number, data, 8);
        break;
      case 'c':
        n = close(number);
        break;
      case 'd':
        n = mine = dup(number);
        break;
      case 'D':
        n = dup2(number, other);
        break;
      case 'n':
        n = fcntl(number, F_SETFL, value % 2 ? O_NONBLOCK : 0);
        break;
      case 'G':
        n = fcntl(number, F_GETFL) & (O_NONBLOCK | O_ACCMODE);
        break;
      case 'p':
        n = poll_of(number, other, POLLIN, -1, data), size = 2;
        break;
      case 'P':
        n = poll_of(number, other, POLLIN | POLLOUT | POLLRDHUP, 0, data), size = 2;
        break;
      case 'o':
        n = poll_of(number, other, POLLIN, 2, data), size = 2;
        break;
      case 's':
        n = select_of(number, other, value % 2, data), size = 2;
        break;
      case 'e':
        n = epoll_of(-1, data), size = 1;
        break;
      case 'z':
        n = epoll_of(0, data), size = 1;
        break;
      case 'a': {
        static const unsigned events[] = {EPOLLIN, EPOLLIN | EPOLLOUT, EPOLLIN | EPOLLET, EPOLLIN | EPOLLONESHOT};
        struct epoll_event event = {.events = events[value % 4], .data = {.fd = place}};
        n = epoll_ctl(set, EPOLL_CTL_ADD, number, &event);
        if (n != 0 && errno == EEXIST) n = 1 + epoll_ctl(set, EPOLL_CTL_MOD, number, &event);
        break;
      }
      case 'b':
        n = epoll_ctl(set, EPOLL_CTL_DEL, number, 0);
        break;
      case 'h':
        n = shutdown(number, value % 3);
        break;
      case 'i': {
        int there = 0;
        n = ioctl(number, FIONREAD, &there);
        if (n == 0) n = there;
        break;
      }
      case 'k':
        n = flock(number, value % 2 ? LOCK_EX | LOCK_NB : LOCK_UN);
        break;
      case 'j': {
        struct flock whole = {.l_type = value % 2 ? F_WRLCK : F_UNLCK, .l_whence = SEEK_SET};
        n = fcntl(number, F_SETLK, &whole);
        break;
      }
      case 'l':
        n = lseek(number, value, value % 3);
        break;
      case 'g':
        n = size = pread(number, data, 4, value);
        break;
      case 'y':
        n = pwrite(number, data, 2, value);
        break;
      case 'f':
        n = ftruncate(number, value);
        break;
      case 'm': {
        unsigned priority = 0;
        n = size = mq_receive(number, data, 4, &priority);
        if (n >= 0) sum = mixed(sum, (long)priority);
        break;
      }
      case 'M':
        n = mq_send(number, data, (size_t)(1 + value % 3), (unsigned)value % 3);
        break;
      case 'T': {
        const struct itimerspec in = {{0, 0}, {0, 1000000 * value}};
        n = timerfd_settime(number, 0, &in, 0);
        break;
      }
      case 'A':
        n = mine = accept(number, 0, 0);
        break;
      case 'C':
        n = connect_to(number);
        break;
      case 'O':
        n = mine = open("other", O_RDWR | O_CREAT | (value % 2 ? O_EXCL : 0), 0600);
        break;
      case 'U':
        n = unlink(value % 2 ? "other" : "file");
        break;
      case 'N':
        n = rename("other", "file");
        break;
      case 'B': {  // a datagram socket gets a name, by the process
        const struct sockaddr_un a = local(value % 2 ? "odd" : "even");
        n = bind(number, (void*)&a, sizeof a);
        break;
      }
      case 'X': {
        const struct sockaddr_un a = local(value % 2 ? "odd" : "even");
        n = sendto(number, data, 1, MSG_DONTWAIT, (void*)&a, sizeof a);
        if (n < 0) errno = 0;  // whether there is a file of that name is not modelled
        break;
      }
      case '+':
        n = sem_post(&common->semaphore);
        break;
      case '-':
        n = sem_wait(&common->semaphore);
        break;
      case '?':
        n = sem_trywait(&common->semaphore);
        break;
      case '(': {  // the lock of both processes, or of two threads
        n = pthread_mutex_lock(&common->mutex);
        common->x = common->x * 3 + value;
        sum = mixed(sum, common->x % 100);
        pthread_mutex_unlock(&common->mutex);
        break;
      }
      case 'x':
        (void)*(volatile int*)&common->x;
        break;
      case 'Y':
        *(volatile int*)&common->x = value;
        break;
      case 'Q':
        _exit((int)seen(sum, value, 0, 0));
      default:
        fail("a step");
    }
    sum = seen(sum, n, data, n < 0 ? 0 : size);
  }
  sums[me] = sum;
  return 0;
}

static void prepare(const char* objects, int among_processes) {
  for (const char* o = objects; *o; o++) {
    if (*o == 'i')
      signal(SIGPIPE, SIG_IGN);
    else if (*o == 'x')
      set = epoll_create1(0);
    else
      make(*o, among_processes);
  }
  pthread_mutexattr_t shared;
  if (among_processes) {
    const int memory = shm_open(name_of("/heddle-m"), O_RDWR | O_CREAT, 0600);
    if (memory < 0 || ftruncate(memory, 4096) != 0) fail("shm_open");
    common = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, memory, 0);
    sem_t* ready = sem_open(name_of("/heddle-s"), O_CREAT, 0600, 0);
    if (among_processes == 2) {
      sem_wait(ready);
      return;
    }
    pthread_mutexattr_init(&shared);
    pthread_mutexattr_setpshared(&shared, PTHREAD_PROCESS_SHARED);
    pthread_mutex_init(&common->mutex, &shared);
    sem_init(&common->semaphore, 1, 0);
    sem_init(&common->ready, 1, 0);
    sem_post(ready);
    return;
  }
  pthread_mutex_init(&common->mutex, 0);
  sem_init(&common->semaphore, 0, 0);
}

int main(int argc, char** argv) {
#ifdef NATIVE
  if (getenv("PREFIX")) prefix = getenv("PREFIX");
  closefrom(3);  // numbers begin where they do in the model
#endif
#ifdef NATIVE
  if (argc == 2) {  // what a program of processes has left
    mq_unlink(name_of("/heddle-q"));
    shm_unlink(name_of("/heddle-m"));
    sem_unlink(name_of("/heddle-s"));
    return 0;
  }
#endif
  if (argc < 3) return 255;
  memset(big, 'b', sizeof big);
  if (argv[1][0] == '=') {
    const int me = atoi(argv[2]);
    steps[0] = argc > 3 ? argv[3] : "";
    prepare(argv[1] + 1, 1 + me);
    play(0);
    if (me == 0) {
      common->sum = sums[0];
      sem_post(&common->ready);
      return 0;
    }
    sem_wait(&common->ready);
    return (int)mixed(mixed(common->sum, 1), (long)sums[0]);
  }
  const int threads = argc - 2;
  for (int i = 0; i < threads; i++) steps[i] = argv[2 + i];
  prepare(argv[1], 0);
  pthread_t ids[kMost];
  if (threads == 1) {
    play(0);
  } else {
    for (long i = 0; i < threads; i++)
      if (pthread_create(&ids[i], 0, play, (void*)i) != 0) fail("pthread_create");
    for (int i = 0; i < threads; i++) pthread_join(ids[i], 0);
  }
  unsigned status = 0;
  for (int i = 0; i < threads; i++) status = mixed(status, sums[i]);
  return (int)status;
}
