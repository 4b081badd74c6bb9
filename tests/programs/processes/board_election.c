// expect: verified
// process: board_election.c -- 0
// process: board_election.c -- 1
// process: board_election.c -- 2
// flags: --crash-process 1
// search: dpor stateful
// timeout: 300
//
// The election of board_election_broken.c by one compare-exchange: a crash at any time leaves nobody waiting.
#include <assert.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

struct board {
  atomic_int leader;  // number + 1; 0: nobody yet
};

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  const int f = shm_open("/board", O_CREAT | O_RDWR, 0600);
  if (f < 0 || ftruncate(f, sizeof(struct board)) != 0) return 3;
  struct board* board = mmap(0, sizeof *board, PROT_READ | PROT_WRITE, MAP_SHARED, f, 0);
  if (board == MAP_FAILED) return 3;
  int leader = 0;
  const int me = atoi(argv[1]) + 1;
  if (atomic_compare_exchange_strong(&board->leader, &leader, me)) leader = me;
  assert(leader >= 1 && leader <= 3);
  assert(atomic_load(&board->leader) == leader);
  return 0;
}
