'use strict';
// Puts the page together: the list of findings, one finding with timeline, source and state, the run as a whole, and the
// keys. The address's fragment says what is shown: #2 the second finding, #run, #text.

const data = JSON.parse(document.getElementById('data').textContent);
const tone = {verified: 'good', bug: 'bad', error: 'bad', inconclusive: 'warn'}[data.verdict] || 'warn';
let view = null;  // of the finding that is shown

function by_id(id) { return document.getElementById(id); }

// ---- one finding ----

function kind_badge(bug) { return make('span', {class: `badge ${bug.level === 'error' ? 'bad' : 'warn'}`}, bug.kind); }

function thread_span(finding, name) {
  return make('span', {class: 'thread', style: {'--thread': colour(finding.thread_index(name))}}, name);
}

function access_card(finding, access, go) {
  const locks = (access.locks || []).length ? `holding ${access.locks.join(', ')}` : 'holding no lock';
  const source = source_line(access.file, access.line);
  const more = [];
  if ((access.calls || []).length) more.push(`inside ${access.calls[0].function}`);
  for (const frame of access.callers || []) if (frame.line) more.push(`called by ${frame.function} at ${place_text(frame)}`);
  if (access.created_at) more.push(`${access.thread} was ${access.created_at}`);
  return make('button', {class: 'party', type: 'button', title: 'show in the timeline',
                         style: {'--thread': colour(finding.thread_index(access.thread))}, on: {click: go}},
              make('span', {class: 'head'}, make('b', {}, access.operation), ' by ', thread_span(finding, access.thread),
                   access.function ? ` in ${access.function}` : '', make('span', {class: 'quiet'}, ` ${place_text(access)}`)),
              source ? make('span', {class: 'code'}, source) : '',
              make('span', {class: 'more'}, [locks, ...more.slice(0, 3)].join(' · ')));
}

function wait_card(finding, wait, go) {
  const held = wait.shown_holds || wait.holds || [];
  const holds = held.length ? `holds ${held.join(', ')}` : 'holds nothing';
  const frames = (wait.callers || []).filter(frame => frame.line).map(frame => `called by ${frame.function} at ${place_text(frame)}`);
  const source = source_line(wait.file, wait.line);
  return make('button', {class: 'party', type: 'button', title: 'show in the timeline',
                         style: {'--thread': colour(finding.thread_index(wait.thread))}, on: {click: go}},
              make('span', {class: 'head'}, thread_span(finding, wait.thread), ` ${holds}, `, make('b', {}, wait.shown_wants || `waits for ${wait.wants}`),
                   make('span', {class: 'quiet'}, ` ${place_text(wait)}`)), source ? make('span', {class: 'code'}, source) : '',
              frames.length ? make('span', {class: 'more'}, frames.slice(0, 3).join(' · ')) : '');
}

function about(finding, actions) {
  const bug = finding.data;
  const callers = (bug.callers || []).filter(frame => frame.line).slice(0, 3).map(frame => `called by ${frame.function} at ${place_text(frame)}`);
  const where = [place_text(bug), bug.function ? `in ${bug.function}` : '', ...callers, bug.thread ? `thread ${bug.thread}` : '', bug.status]
    .filter(Boolean).join(' · ');
  const cards = [...(bug.accesses || []).map((access, i) => access_card(finding, access, () => actions.to_access(access, i))),
                 ...[...(bug.cycle || []), ...(bug.waits || [])].map(wait => wait_card(finding, wait, () => actions.to_wait(finding.thread_index(wait.thread))))];
  const picture = cycle_picture(finding, actions.to_wait);
  const parties = cards.length ? make('div', {class: 'parties'}, ...cards) : '';
  const why = bug.why ? make('p', {class: 'why'}, make('b', {}, 'Why: '), bug.why) : '';
  const reason_first = (bug.waits || []).length > 0;  // that many wait says little; the accesses of a race, or a cycle, say it all
  return make('section', {class: `about${picture ? '' : ' alone'}`, 'aria-label': 'the bug'},
              make('h2', {}, kind_badge(bug), bug.message), make('p', {class: 'where'}, where),
              !cards.length && (bug.blocked || []).length ? make('p', {class: 'where'}, 'blocked: ',
                ...bug.blocked.flatMap((name, i) => [i ? ', ' : '', thread_span(finding, name)])) : '',
              ...(reason_first ? [why, parties] : [parties, why]), picture);
}

// What stands beside the source files: what the program printed, how to see it again.
function more_tabs(bug) {
  const more = [];
  if (bug.output) more.push({title: 'output', content: () => [make('h3', {}, 'output of the program in this execution'), make('pre', {}, bug.output)]});
  const again = [];
  if (bug.replay) again.push(['to see this execution again', bug.replay]);
  if (bug.suppress) again.push(['to suppress it, in the file of --ignore', bug.suppress]);
  if (bug.id) again.push(['id of the bug, the same when lines move', bug.id]);
  if ((bug.locksets || []).length) again.push(['how the lockset developed', bug.locksets.map(
    ([thread, operation, line, locks]) => `{${locks.join(', ')}} after ${thread}: ${operation || 'the last operation'}, line ${line}`).join('\n')]);
  if (again.length) more.push({title: 'replay', content: () => again.flatMap(([title, text]) => [make('h3', {}, title), make('pre', {}, text)])});
  return more;
}

class BugView {
  constructor(finding) {
    this.finding = finding;
    finding.several_files = new Set(finding.steps.map(step => step.file).filter(file => sources.has(file))).size > 1;
    this.timeline = new Timeline(finding, step => this.chosen(step));
    this.source = new SourceView(finding, steps => this.to_line(steps), more_tabs(finding.data));
    this.state = new StateView(finding);
    this.count = make('span', {class: 'count', 'aria-hidden': 'true'});
    const to_access = (access, i) => this.to_access(access, i);
    const parts = [about(finding, {to_access, to_wait: thread => this.to_wait(thread)})];
    const right = make('div', {class: 'right'}, ...this.source.element, this.state.element);
    if (finding.steps.length)
      parts.push(make('div', {class: 'work'}, make('div', {class: 'left'}, this.bar(), this.timeline.element), right));
    else if (this.source.files.length) parts.push(make('div', {class: 'work no-source'}, right));
    if (!finding.steps.length) this.state.element.hidden = true;
    this.element = make('article', {class: 'bug', 'aria-label': finding.data.message}, ...parts);
  }

  button(text, label, action, key) {
    return make('button', {type: 'button', 'aria-label': label, title: key ? `${label} (${key})` : label, on: {click: action}}, text);
  }

  toggle(text, label, key, action) {
    const button = this.button(text, label, () => {
      const on = button.getAttribute('aria-pressed') !== 'true';
      button.setAttribute('aria-pressed', String(on));
      action(on);
    }, key);
    button.setAttribute('aria-pressed', 'false');
    return button;
  }

  bar() {
    const hidden = this.finding.steps.filter(step => !step.relevant && !step.important).length;
    this.all = this.toggle(`all ${this.finding.steps.length} steps`, 'show every step', 'a', on => this.timeline.show_all(on));
    this.all.hidden = hidden === 0;
    this.edges = this.toggle('order', 'happens-before as arrows', 'h', on => this.timeline.show_edges(on));
    this.edges.hidden = !(this.finding.data.edges || []).length;
    const locks = this.finding.lock_names.slice(0, 6).map((name, i) =>
      make('span', {title: name}, make('i', {style: {background: lock_colour(i)}}), shortened(name, 24)));
    return make('div', {class: 'bar', role: 'toolbar', 'aria-label': 'steps'},
                make('span', {class: 'group'}, this.button('|◀', 'first step', () => this.timeline.move(-1e9), 'Home'),
                     this.button('◀', 'step back', () => this.timeline.move(-1), '↑'),
                     this.button('▶', 'step forward', () => this.timeline.move(1), '↓'),
                     this.button('▶|', 'last step', () => this.timeline.move(1e9), 'End')),
                this.count, make('span', {class: 'group'}, this.all, this.edges),
                locks.length ? make('span', {class: 'legend'}, ...locks) : '');
  }

  // Once it is in the document.
  start() {
    if (!this.finding.steps.length) return this.source.show(0);
    this.timeline.layout();
    this.chosen(this.timeline.current, false);
    this.timeline.show_bug();
  }

  chosen(step, speak = true) {
    this.count.textContent = `step ${step + 1} of ${this.finding.steps.length}`;
    this.state.show(step);  // first: it takes room from the source
    this.source.show(step);
    if (speak) by_id('live').textContent = this.timeline.spoken(step);
  }

  to_access(access, i) {
    const thread = this.finding.thread_index(access.thread);
    const important = this.finding.important_steps();
    const step = important.find(s => this.finding.steps[s].thread === thread) ?? important[i];
    if (step !== undefined) this.timeline.choose(step, true);
    else this.source.show_file(access.file);
  }

  to_wait(thread) {
    const span = [...this.finding.blocked].reverse().find(s => s.thread === thread);
    const step = span ? span.from : this.finding.last_steps(this.finding.steps.length).get(thread);
    if (step !== undefined) this.timeline.choose(step, true);
  }

  to_line(steps) {
    const next = steps.find(step => step > this.timeline.current);
    this.timeline.choose(next !== undefined ? next : steps[0], true);
  }

  key(event) {
    const moves = {ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1, PageDown: 10, PageUp: -10, Home: -1e9, End: 1e9};
    if (!this.finding.steps.length) return false;
    if (event.key in moves) this.timeline.move(moves[event.key]);
    else if (event.key === 'a' && !this.all.hidden) this.all.click();
    else if (event.key === 'h' && !this.edges.hidden) this.edges.click();
    else return false;
    return true;
  }
}

// ---- the run ----

const signs = {good: 'M6 17l7 7L27 9', warn: 'M16 7v11M16 24v.5', bad: 'M9 9l14 14M23 9L9 23'};

const numeric = /^-?[\d., ]+( %)?$/;

function table(section) {
  const right = section.rows[0].map((_, i) => i > 0 && section.rows.every(row => numeric.test(row[i] || '0')));
  const row = cells => make('tr', {}, ...cells.map((text, i) => make('td', {class: right[i] ? 'number' : null}, text)));
  const head = (section.head || []).length ? make('thead', {}, make('tr', {}, ...section.head.map((text, i) =>
    make('th', {scope: 'col', class: right[i] ? 'number' : null}, text)))) : '';
  return make('table', {class: head ? null : 'pairs'}, head, make('tbody', {}, ...section.rows.map(row)));
}

function card(section) {
  const parts = [make('h3', {}, section.title)];
  if ((section.chips || []).length) parts.push(make('div', {class: section.good ? 'chips good' : 'chips'}, ...section.chips.map(chip => make('span', {}, chip))));
  if ((section.lines || []).length === 1) parts.push(make('p', {}, section.lines[0]));
  else if ((section.lines || []).length) parts.push(make('ul', {}, ...section.lines.map(line => make('li', {}, line))));
  if (section.rows && section.rows.length) parts.push(table(section));
  if (section.text) parts.push(make('pre', {tabindex: '0'}, section.text));
  const wide = section.wide || (section.rows && section.rows[0] && section.rows[0].length > 3);
  return make('section', {class: `card${wide ? ' wide' : ''}${section.tone ? ' ' + section.tone : ''}`}, ...parts);
}

function run_view() {
  const sign = draw('svg', {viewBox: '0 0 32 32', 'aria-hidden': 'true'}, draw('path', {d: signs[tone]}));
  return make('article', {class: 'run'},
              make('div', {class: 'hero'}, make('div', {class: `sign ${tone}`}, sign),
                   make('div', {}, make('h2', {}, data.verdict), ...(data.summary || []).map(line => make('p', {}, line)))),
              make('div', {class: 'cards'}, ...(data.sections || []).map(card)));
}

function text_view() { return make('article', {class: 'run'}, make('pre', {}, data.text)); }

// ---- which view ----

const findings = data.bugs.map(bug => new Finding(bug));

function shown_now() {
  const word = location.hash.slice(1);
  if (word === 'run' || word === 'text') return word;
  const number = Number.parseInt(word, 10);
  if (number >= 1 && number <= findings.length) return number - 1;
  return findings.length ? 0 : 'run';
}

function tabs(now) {
  const entry = (label, target, selected) => make('button', {type: 'button', role: 'tab', 'aria-selected': String(selected),
                                                             on: {click: () => { location.hash = target; }}}, label);
  const first = findings.length === 1 ? 'The bug' : `${findings.length} findings`;
  by_id('views').replaceChildren(...[
    findings.length ? entry(first, '1', typeof now === 'number') : null, entry('This run', 'run', now === 'run'),
    data.text ? entry('As text', 'text', now === 'text') : null].filter(Boolean));
}

function list(now) {
  const nav = by_id('list');
  nav.hidden = findings.length < 2 || typeof now !== 'number';
  if (nav.hidden) return;
  nav.replaceChildren(...findings.map((finding, i) => {
    const bug = finding.data;
    return make('button', {type: 'button', 'aria-current': String(i === now), on: {click: () => { location.hash = String(i + 1); }}},
                kind_badge(bug), bug.status ? make('span', {class: 'quiet'}, ` ${bug.status}`) : '',
                make('span', {class: 'message'}, bug.message), make('span', {class: 'place', title: place_text(bug)}, place_text(bug)));
  }));
  const current = nav.querySelector('[aria-current=true]');
  if (current) current.scrollIntoView({block: 'nearest'});
}

function show() {
  const now = shown_now();
  tabs(now);
  list(now);
  view = typeof now === 'number' ? new BugView(findings[now]) : null;
  by_id('main').replaceChildren(view ? view.element : now === 'text' ? text_view() : run_view());
  if (view) view.start();
}

function keydown(event) {
  if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest('input, textarea, select')) return;
  if ((event.key === '[' || event.key === ']') && findings.length > 1) {
    const now = shown_now();
    const next = (typeof now === 'number' ? now : 0) + (event.key === ']' ? 1 : -1);
    if (next >= 0 && next < findings.length) location.hash = String(next + 1);
  } else if (!view || !view.key(event)) return;
  event.preventDefault();
}

function start() {
  document.title = `${data.verdict}: ${data.title} (Heddle)`;
  by_id('title').replaceChildren(make('span', {class: `badge ${tone}`}, data.verdict), ` ${data.title}`);
  by_id('title').title = data.title;
  by_id('headline').textContent = data.headline || '';
  by_id('headline').title = data.headline || '';
  show();
  addEventListener('hashchange', show);
  addEventListener('keydown', keydown);
  addEventListener('resize', () => { if (view && view.finding.steps.length) view.timeline.layout(); });
  addEventListener('beforeprint', () => { if (view) view.timeline.print(true); });
  addEventListener('afterprint', () => { if (view) view.timeline.print(false); });
}

take_sources(data.sources || {});
start();
