// A hand-made result: the race that the interface document shows.
#pragma once
#include "model/bug.h"

namespace heddle {

inline Bug example_race() {
  Bug bug;
  bug.kind = BugKind::Race;
  bug.message = "data race on 'counter'";
  bug.id = "00112233445566ff";
  bug.thread = "main/2";
  bug.position = {"a.c", 12, 5, "worker", false};
  bug.variable = "counter";
  bug.accesses = {
      {"main/1", "write", {"a.c", 12, 5, "worker", false}, {"m"}, {}, {}, "created by main at a.c:20"},
      {"main/2", "read", {"a.c", 12, 5, "worker", false}, {}, {}, {}, "created by main at a.c:21"},
  };
  bug.why = "no happens-before edge: main/1 holds m, main/2 holds no lock: no lock in common.";
  bug.thread_names = {"main", "main/1", "main/2"};
  bug.interleaving = {
      {ThreadId(0),
       "pthread_create(&t[0], 0, worker, 0);",
       "create main/1",
       {"a.c", 20, 3, "main", false},
       false,
       "",
       StepKind::Create,
       "main/1"},
      {ThreadId(0),
       "pthread_create(&t[1], 0, worker, 0);",
       "create main/2",
       {"a.c", 21, 3, "main", false},
       false,
       "",
       StepKind::Create,
       "main/2"},
      {ThreadId(1),
       "counter++;",
       "write counter = 1",
       {"a.c", 12, 5, "worker", false},
       true,
       "main blocks on join of main/1",
       StepKind::Access,
       "counter",
       "1",
       {"m"}},
      {ThreadId(2),
       "counter++;",
       "read counter = 1",
       {"a.c", 12, 5, "worker", false},
       true,
       "main/1 is preempted before unlock m",
       StepKind::Access,
       "counter",
       "1"},
  };
  bug.edges = {{0, 2, "main/1"}, {1, 3, "main/2"}};
  bug.schedule = {{ThreadId(0), 0}, {ThreadId(0), 0}, {ThreadId(1), 0}, {ThreadId(2), 1}};
  bug.schedule_text = {"main", "main", "main/1", "main/2:1"};
  bug.output = "hello\n";
  bug.replay = "a.c.heddle";
  return bug;
}

inline Result example_result() {
  Result result;
  result.verdict = Verdict::Bug;
  result.properties = {"race", "deadlock"};
  result.search = "auto";
  result.used_search = "dpor";
  result.detector = "vector-clock";
  result.bugs = {example_race()};
  result.exit_statuses = {0};
  result.assumptions = {"sequential consistency"};
  result.found_by = "dpor";
  result.stats.executions = 2;
  result.stats.transitions = 31;
  result.stats.backtracks = 1;
  result.stats.max_depth = 14;
  result.stats.wall_ms = 4.1234;
  result.stats.peak_rss_kb = 60100;
  return result;
}

}  // namespace heddle
