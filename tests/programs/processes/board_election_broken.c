// expect: deadlock
// process: board_election_broken.c -- 0
// process: board_election_broken.c -- 1
// process: board_election_broken.c -- 2
// flags: --crash-process 1
// search: auto dpor optimal selective stateful random
// timeout: 300
//
// Three processes elect a leader: whoever gets the semaphore first writes its number on a board in shared memory, and the others
// follow. When a process crashes while it has the semaphore, the others wait forever. board_election.c needs no lock.
#include <assert.h>
#include <fcntl.h>
#include <semaphore.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

struct board {
  int leader;  // number + 1; 0: nobody yet
};

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  const int me = atoi(argv[1]) + 1;
  sem_t* lock = sem_open("/lock", O_CREAT, 0600, 1);
  const int f = shm_open("/board", O_CREAT | O_RDWR, 0600);
  if (lock == SEM_FAILED || f < 0 || ftruncate(f, sizeof(struct board)) != 0) return 3;
  struct board* board = mmap(0, sizeof *board, PROT_READ | PROT_WRITE, MAP_SHARED, f, 0);
  if (board == MAP_FAILED) return 3;
  sem_wait(lock);
  if (board->leader == 0) board->leader = me;
  const int leader = board->leader;
  sem_post(lock);
  assert(leader >= 1 && leader <= 3);
  return 0;
}
