#include "run/sightings.h"

namespace heddle::run {

void Sightings::begin_round() {
  exit_statuses.clear();
  passed_over.clear();
  race_passed_over = false;
}

void Sightings::add_to(Checkpoint& c) const {
  c.seen.assign(failures.begin(), failures.end());
  c.found_by = found_by;
  c.sample = sample;
  c.ignored = ignored;
  c.used_entries.assign(used_entries.begin(), used_entries.end());
  c.more_visible_bytes = more_visible;
  c.exit_statuses.assign(exit_statuses.begin(), exit_statuses.end());
  c.passed_over.assign(passed_over.begin(), passed_over.end());
  c.race_passed_over = race_passed_over;
}

void Sightings::take_from(const Checkpoint& c) {
  failures = {c.seen.begin(), c.seen.end()};
  found_by = c.found_by;
  sample = c.sample;
  ignored = c.ignored;
  used_entries = {c.used_entries.begin(), c.used_entries.end()};
  more_visible = c.more_visible_bytes;
  exit_statuses = {c.exit_statuses.begin(), c.exit_statuses.end()};
  passed_over = {c.passed_over.begin(), c.passed_over.end()};
  race_passed_over = c.race_passed_over;
}

}  // namespace heddle::run
