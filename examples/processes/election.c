// expect: deadlock
// process: election.c -- 0
// process: election.c -- 1
// process: election.c -- 2
// flags: --crash-process 1
// search: auto dfs selective invisible-first composed dpor optimal stateful random
// timeout: 300
//
// Three processes elect a leader: whoever gets the lock leads, and the others wait until they may. The lock is a semaphore. When
// the leader crashes nobody posts it, and the others wait forever. election_right.c has a lock that ends with its owner.
#include <fcntl.h>
#include <semaphore.h>
#include <stdio.h>
#include <sys/file.h>
#include <unistd.h>

int main(int argc, char** argv) {
  if (argc != 2) return 2;
#ifdef RIGHT
  const int lock = open("/tmp/heddle-election", O_CREAT | O_RDWR, 0600);
  if (lock < 0 || flock(lock, LOCK_EX) != 0) return 3;
#else
  sem_t* lock = sem_open("/election", O_CREAT, 0600, 1);
  if (lock == SEM_FAILED || sem_wait(lock) != 0) return 3;
#endif
  printf("%s leads\n", argv[1]);
#ifndef RIGHT
  sem_post(lock);  // flock: the end of the process does that, whatever it ends by
#endif
  return 0;
}
