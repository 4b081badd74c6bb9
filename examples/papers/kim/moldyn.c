// expect: race on is_done
// search: dpor best-first
// visible: all
//
// moldyn (2,1): molecular dynamics, one step. Threads move their particles, meet, compute forces among all particles, and
// meet again.
#include "busy_barrier.h"

enum { kThreads = 2, kSteps = 1, kParticles = 8 };

static double position[kParticles], velocity[kParticles], force[kParticles];
static double energy[kThreads];

static void move(int from, int to) {
  for (int i = from; i < to; i++) {
    position[i] += velocity[i] + force[i];
    velocity[i] += force[i];
    force[i] = 0;
  }
}

// A force that falls with the square of the distance.
static void compute_forces(int from, int to) {
  for (int i = from; i < to; i++)
    for (int j = 0; j < kParticles; j++) {
      if (i == j) continue;
      double distance = position[j] - position[i];
      force[i] += 1 / (distance * (distance < 0 ? -distance : distance));
    }
}

static void work(int me) {
  int from = me * kParticles / kThreads, to = (me + 1) * kParticles / kThreads;
  for (int i = from; i < to; i++) position[i] = i * i;
  for (int step = 0; step < kSteps; step++) {
    move(from, to);
    barrier(me, kThreads);
    compute_forces(from, to);
    barrier(me, kThreads);
    for (int i = from; i < to; i++) energy[me] += velocity[i] * velocity[i];
  }
}

int main(void) { run_threads(kThreads); }
