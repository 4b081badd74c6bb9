'use strict';
// Below the source: what happened at this step, the shared variables and the locks after it.

const kMostVariables = 60;

class StateView {
  constructor(finding) {
    this.finding = finding;
    this.element = make('div', {class: 'state', role: 'region', 'aria-label': 'state after this step'});
  }

  show(at) {
    const step = this.finding.steps[at];
    if (!step) return;
    const name = make('span', {class: 'thread', style: {'--thread': colour(step.thread)}}, this.finding.thread_name(step.thread));
    const parts = [make('p', {class: 'now'}, name, ` ${step.text}`,
                        step.function ? make('span', {class: 'quiet'}, ` in ${step.function}`) : '')];
    const locks = this.locks(at);
    if (locks) parts.push(make('h3', {}, 'locks held'), locks);
    const variables = this.variables(at);
    if (variables) parts.push(make('h3', {}, 'variables'), variables);
    this.element.replaceChildren(...parts);
  }

  variables(at) {
    const values = [...this.finding.values_after(at)];
    if (!values.length) return null;
    values.sort((a, b) => (b[1].seen === at) - (a[1].seen === at) || b[1].at - a[1].at);
    const rows = values.slice(0, kMostVariables).map(([variable, {value, by, at: changed}]) =>
      make('tr', {class: changed === at ? 'changed' : null},
           make('td', {class: 'code'}, variable), make('td', {class: 'code'}, value),
           make('td', {}, make('span', {class: 'thread', style: {'--thread': colour(by)}}, this.finding.thread_name(by)))));
    if (values.length > kMostVariables)
      rows.push(make('tr', {}, make('td', {class: 'quiet', colspan: 3}, `… ${values.length - kMostVariables} more`)));
    return make('table', {}, make('tbody', {}, ...rows));
  }

  locks(at) {
    const rows = [];
    for (const [thread, i] of [...this.finding.last_steps(at)].sort((a, b) => a[0] - b[0])) {
      const step = this.finding.steps[i];
      const held = step.locks || [];
      if (!held.length && !step.blocked) continue;
      const before = this.finding.locks_before(i);
      const changed = i === at && (held.length !== before.length || held.some(lock => !before.includes(lock)));
      rows.push(make('tr', {class: changed ? 'changed' : null},
                     make('td', {}, make('span', {class: 'thread', style: {'--thread': colour(thread)}}, this.finding.thread_name(thread))),
                     make('td', {class: 'code'}, held.join(', ') || '—'),
                     make('td', {class: 'quiet'}, step.blocked ? 'blocked' : '')));
    }
    return rows.length ? make('table', {}, make('tbody', {}, ...rows)) : null;
  }
}
