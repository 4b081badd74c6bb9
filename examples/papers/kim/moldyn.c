// expect: race
// search: dpor best-first
// visible: all
//
// moldyn (2,1): molecular dynamics in a box of one cell, one step. Each thread has all the particles for itself, places
// them, gives them velocities, and moves them; the forces on its share of them are what it tells the others. The flags of
// the barrier race.
#include <stdlib.h>

#include "busy_barrier.h"

enum { kThreads = 2, kCells = 1, kSteps = 1, kParticles = 4 * kCells * kCells * kCells };

struct Random {
  int seed;
  double v1, v2;
};
struct Runner;
struct Particle {
  double at[3], velocity[3];
  struct Runner *runner;
};
struct Runner {
  int id, cells, particles;
  double side, spacing, scale;
  struct Barrier *barrier;
  struct Random *random;
  struct Particle *particle[kParticles];
};

static int particles = kParticles;
static double common[3][kParticles], of_thread[3][kThreads][kParticles], potential[kThreads];
static struct Runner runner[kThreads];

static double next_random(struct Random *r) {
  if (r->seed <= 0) r->seed = 1;
  r->seed = (int)(r->seed * 16807L % 2147483647L);
  return r->seed / 2147483647.0;
}

// Two numbers, a point in the unit circle; returns how far inside it is.
static double next_pair(struct Random *r) {
  double square = 1;
  while (square >= 1) {
    r->v1 = 2 * next_random(r) - 1;
    r->v2 = 2 * next_random(r) - 1;
    square = r->v1 * r->v1 + r->v2 * r->v2;
  }
  return 1 - square;
}

static struct Particle *new_particle(double x, double y, double z, struct Runner *owner) {
  struct Particle *p = malloc(sizeof *p);
  *p = (struct Particle){{x, y, z}, {0, 0, 0}, owner};
  return p;
}

// Four in each cell: at a corner and in the middle of the three sides that meet there.
static void place(struct Runner *self) {
  int n = 0;
  for (int corner = 0; corner < 4; corner++)
    for (int i = 0; i < self->cells; i++)
      for (int j = 0; j < self->cells; j++)
        for (int k = 0; k < self->cells; k++) {
          double a = self->spacing, half = a * 0.5;
          self->particle[n++] = new_particle(i * a + (corner % 2) * half, j * a + (corner == 1 || corner == 3) * half,
                                             k * a + (corner > 1) * half, self);
        }
}

static void set_velocities(struct Runner *self) {
  for (int d = 0; d < 3; d++)
    for (int i = 0; i < self->particles; i += 2) {
      double r = next_pair(self->random);
      self->particle[i]->velocity[d] = r * self->random->v1;
      self->particle[i + 1]->velocity[d] = r * self->random->v2;
    }
  double energy = 0;
  for (int d = 0; d < 3; d++) {  // the whole box stays where it is
    double sum = 0;
    for (int i = 0; i < self->particles; i++) sum += self->particle[i]->velocity[d];
    for (int i = 0; i < self->particles; i++) {
      self->particle[i]->velocity[d] -= sum / self->particles;
      energy += self->particle[i]->velocity[d] * self->particle[i]->velocity[d];
    }
  }
  self->scale = 1 / (1 + energy);
  for (int i = 0; i < self->particles; i++)
    for (int d = 0; d < 3; d++) self->particle[i]->velocity[d] *= self->scale;
}

static void move(struct Runner *self, int i) {
  struct Particle *p = self->particle[i];
  for (int d = 0; d < 3; d++) {
    p->at[d] += p->velocity[d] + common[d][i];
    if (p->at[d] < 0) p->at[d] += self->side;
    if (p->at[d] > self->side) p->at[d] -= self->side;
    p->velocity[d] += common[d][i];
  }
}

// Of particle i with those after it. A force that falls with the square of the distance.
static void compute_forces(struct Runner *self, int i) {
  for (int j = i + 1; j < self->particles; j++) {
    double away[3], square = 0;
    for (int d = 0; d < 3; d++) {
      away[d] = self->particle[i]->at[d] - self->particle[j]->at[d];
      square += away[d] * away[d];
    }
    potential[self->id] += 1 / (1 + square);
    for (int d = 0; d < 3; d++) {
      of_thread[d][self->id][i] += away[d] / (1 + square);
      of_thread[d][self->id][j] -= away[d] / (1 + square);
    }
  }
}

static void work(int me) {
  struct Runner *self = &runner[me];
  self->particles = particles;
  self->random = calloc(1, sizeof *self->random);
  self->side = 1.7 * self->cells;
  self->spacing = self->side / self->cells;
  place(self);
  set_velocities(self);
  meet(self->barrier, self->id);
  for (int step = 0; step < kSteps; step++) {
    for (int i = 0; i < self->particles; i++) move(self, i);
    meet(self->barrier, self->id);
    for (int d = 0; self->id == 0 && d < 3; d++)
      for (int i = 0; i < self->particles; i++) common[d][i] = 0;
    meet(self->barrier, self->id);
    for (int i = self->id; i < self->particles; i += kThreads) compute_forces(self, i);
    meet(self->barrier, self->id);
    for (int d = 0; self->id == 0 && d < 3; d++)
      for (int i = 0; i < self->particles; i++)
        for (int t = 0; t < kThreads; t++) common[d][i] += of_thread[d][t][i];
    meet(self->barrier, self->id);
  }
}

int main(void) {
  static bool is_done[kThreads];
  static struct Barrier barrier = {kThreads, 1, 0};
  barrier.is_done = is_done;
  for (int i = 0; i < kThreads; i++) runner[i] = (struct Runner){.id = i, .cells = kCells, .barrier = &barrier};
  run_threads_and_main(kThreads);
}
