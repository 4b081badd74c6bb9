// expect: deadlock
// process: election.c -- 0
// process: election.c -- 1
// process: election.c -- 2
// flags: --crash-process 1
// search: auto random
// timeout: 300
//
// Three processes elect a leader. Whoever takes the lock in shared memory first leads, and the others follow. When the process
// that makes the board crashes before it is ready, or another while it holds the lock, the others wait forever. (There are too many
// interleavings of three processes to cover them all.) election_right.c needs no lock.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

struct board {
  pthread_mutex_t lock;
  int leader;  // number + 1; 0: nobody yet
};

// Named semaphores are there from the first moment on: one of them says who makes the board.
static struct board* open_board(void) {
  sem_t* one = sem_open("/one", O_CREAT, 0600, 1);
  sem_t* made = sem_open("/made", O_CREAT, 0600, 0);
  const int f = shm_open("/board", O_CREAT | O_RDWR, 0600);
  if (one == SEM_FAILED || made == SEM_FAILED || f < 0 || ftruncate(f, sizeof(struct board)) != 0) _exit(3);
  struct board* b = mmap(0, sizeof *b, PROT_READ | PROT_WRITE, MAP_SHARED, f, 0);
  if (b == MAP_FAILED) _exit(3);
  if (sem_trywait(one) == 0) {
    pthread_mutexattr_t kind;
    pthread_mutexattr_init(&kind);
    pthread_mutexattr_setpshared(&kind, PTHREAD_PROCESS_SHARED);
    pthread_mutex_init(&b->lock, &kind);
    sem_post(made);
  }
  sem_wait(made);
  sem_post(made);
  return b;
}

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  const int me = atoi(argv[1]) + 1;
  struct board* board = open_board();
  pthread_mutex_lock(&board->lock);
  if (board->leader == 0) board->leader = me;
  const int leader = board->leader;
  pthread_mutex_unlock(&board->lock);
  assert(leader >= 1 && leader <= 3);
  return 0;
}
