// The main picture: memory of one run by part, or of several runs on one axis, with a reading line and zoom.
const ORDER = ['rest', 'python', 'heap', 'constants', 'variables', 'tensors', 'free'];
const PLOT_HEIGHT = 300;

// The columns to draw, from the bottom of a stack to its top.
function seriesOf(view) {
  if (view.runs.length > 1) return view.runs.map((run, n) => ({ run, look: `run-${n}`, label: run.name, values: sinceStart(run.resident) }));
  const run = view.runs[0];
  const parts = ORDER.map((key) => run.layers.find((layer) => layer.key === key)).filter(Boolean).map((layer) => ({
    run, look: layer.key, label: layer.label + (layer.estimated ? ' (estimate)' : ''), values: layer.bytes,
  }));
  if (view.mode === 'whole') return parts;
  const change = parts.map((part) => ({ ...part, values: sinceStart(part.values) }));
  return [...change, { run, look: 'resident', label: 'resident memory', values: sinceStart(run.resident) }];
}

function sinceStart(values) {
  return values.map((value) => value - values[0]);
}

// A row of readings as a sentence.
function spoken(row) {
  return [...(row.children.length ? row.children : [row])].map((cell) => cell.textContent).join(' ');
}

class Picture {
  constructor(host, view) {
    this.host = host;
    this.view = view;
    this.tip = html('div', { class: 'tip', hidden: '' });
    // A slider is what it is to a screen reader: arrow keys move the reading line, and the figures there are its value.
    this.plot = svg('svg', { class: 'plot', tabindex: 0, role: 'slider', 'aria-orientation': 'horizontal', 'aria-describedby': 'keys' });
    this.legend = html('ul', { class: 'legend' });
    this.cursor = svg('line', { class: 'cursor', visibility: 'hidden' });
    this.selection = svg('rect', { class: 'selection', visibility: 'hidden' });
    host.replaceChildren(this.plot, this.tip, this.legend);
    view.watchers.push((what) => (what === 'cursor' ? this.read() : this.draw()));
    new ResizeObserver(() => this.draw()).observe(host);
    this.listen();
  }

  draw() {
    const width = Math.max(320, this.host.clientWidth || 960);
    this.series = seriesOf(this.view);
    this.lanes = this.view.runs.length > 1 ? [] : lanes(this.view.runs[0]);
    const top = 10;
    this.box = { left: width < 560 ? 74 : 96, right: width - 14, top, bottom: top + PLOT_HEIGHT };
    this.box.width = this.box.right - this.box.left;
    const lanesTop = this.box.bottom + 40;
    const height = lanesTop + this.lanes.length * LANE + 4;
    this.plot.setAttribute('viewBox', `0 0 ${width} ${height}`);
    this.plot.setAttribute('aria-label', this.words());
    const [from, to] = this.view.domain();
    this.x = scale(from, to, this.box.left, this.box.right);
    this.plot.replaceChildren(this.clip(), ...this.content(), ...axisX(this.view, this.box, this.x),
      ...drawLanes(this.lanes, this.view, this.box, lanesTop, this.x), this.selection, this.cursor);
    this.cursor.setAttribute('y1', top);
    this.cursor.setAttribute('y2', height - 4);
    this.drawLegend();
    this.read();
  }

  clip() {
    const { left, top, width } = this.box;
    return svg('defs', {}, svg('clipPath', { id: 'inside' }, svg('rect', { x: left, y: top - 4, width, height: PLOT_HEIGHT + 8 })));
  }

  content() {
    const spans = this.series.map((one) => visible(one.run[this.view.axis], ...this.view.domain()));
    const stacked = this.view.mode === 'whole' && this.view.runs.length === 1;
    return stacked ? this.stack(spans[0] || [0, -1]) : this.traces(spans);
  }

  stack(span) {
    const run = this.view.runs[0];
    const xs = run[this.view.axis];
    const [, high] = extent([run.resident], [span]);
    const y = scale(0, high * 1.05 || 1, this.box.bottom, this.box.top);
    let lows = run.resident.map(() => 0);
    const areas = this.series.map((one) => {
      const highs = lows.map((low, i) => low + one.values[i]);
      const area = svg('path', { class: `area ${one.look}`, d: areaPath(xs, lows, highs, span, this.x, y) });
      lows = highs;
      return area;
    });
    const outline = svg('path', { class: 'outline', d: linePath(xs, run.resident, span, this.x, y) });
    return [...axisY([0, high * 1.05 || 1], this.box, y, amount), svg('g', { 'clip-path': 'url(#inside)' }, ...areas, outline)];
  }

  traces(spans) {
    const [low, high] = extent(this.series.map((one) => one.values), spans);
    const room = (high - low || 1) * 0.06;
    const ends = [Math.min(0, low) - (low < 0 ? room : 0), Math.max(0, high) + room];
    const y = scale(ends[0], ends[1], this.box.bottom, this.box.top);
    const paths = this.series.map((one, n) =>
      svg('path', { class: `trace ${one.look}`, d: linePath(one.run[this.view.axis], one.values, spans[n], this.x, y) }));
    return [...axisY(ends, this.box, y, change), svg('g', { 'clip-path': 'url(#inside)' }, ...paths)];
  }

  drawLegend() {
    const entries = this.topDown().map((one) => html('li', {}, swatch(one.look), one.label));
    this.legend.replaceChildren(...entries);
  }

  // As they lie above each other; runs stay in their order.
  topDown() {
    return this.view.runs.length > 1 ? this.series : [...this.series].reverse();
  }

  words() {
    const [from, to] = this.view.domain();
    const ends = this.view.runs.map((run) => `${run.name ? `${run.name} ` : ''}${amount(run.resident[run.resident.length - 1] || 0)}`);
    return `Resident memory from ${this.view.position(from)} to ${this.view.position(to)}; at the end ${ends.join(', ')}. A table follows.`;
  }

  // Shows the figures at the reading line, to eyes and to screen readers.
  read() {
    const { cursor } = this.view;
    const [from, to] = this.view.domain();
    const shown = cursor !== null && cursor >= from && cursor <= to && this.series.some((one) => one.values.length);
    this.tip.hidden = !shown;
    this.plot.setAttribute('aria-valuemin', from);
    this.plot.setAttribute('aria-valuemax', to);
    this.plot.setAttribute('aria-valuenow', shown ? cursor : to);
    if (!shown) this.plot.setAttribute('aria-valuetext', 'no reading: press an arrow key');
    this.cursor.setAttribute('visibility', shown ? 'visible' : 'hidden');
    if (!shown) return;
    const place = this.x(cursor);
    this.cursor.setAttribute('x1', place);
    this.cursor.setAttribute('x2', place);
    this.tip.replaceChildren(this.readings(cursor));
    this.plot.setAttribute('aria-valuetext', [...this.tip.querySelectorAll('caption, tr')].map(spoken).join('; '));
    const scaled = place * (this.host.clientWidth / (this.plot.viewBox.baseVal.width || 1));
    const left = scaled > this.host.clientWidth / 2;
    this.tip.style.left = left ? 'auto' : `${scaled + 14}px`;
    this.tip.style.right = left ? `${this.host.clientWidth - scaled + 14}px` : 'auto';
  }

  readings(cursor) {
    const rows = this.topDown().map((one) => {
      const value = one.values[nearest(one.run[this.view.axis], cursor)];
      const words = this.view.mode === 'whole' && this.view.runs.length === 1 ? amount(value) : change(value);
      return html('tr', {}, html('th', { scope: 'row' }, swatch(one.look), one.label), html('td', {}, words));
    });
    const run = this.view.runs[0];
    const index = nearest(run[this.view.axis], cursor);
    const head = this.view.hasWork() && this.view.runs.length === 1 ? `${run.unit} ${count(run.work[index])}, ${clock(run.seconds[index])}` : this.view.position(cursor);
    const all = this.view.runs.length === 1 ? html('tr', { class: 'all' }, html('th', { scope: 'row' }, 'resident'), html('td', {}, amount(run.resident[index]))) : null;
    return html('table', {}, html('caption', {}, head), html('tbody', {}, all || '', ...rows));
  }

  valueAt(event) {
    const area = this.plot.getBoundingClientRect();
    const place = ((event.clientX - area.left) / area.width) * this.plot.viewBox.baseVal.width;
    const [from, to] = this.view.domain();
    return Math.min(to, Math.max(from, scale(this.box.left, this.box.right, from, to)(place)));
  }

  listen() {
    let start = null;
    this.plot.addEventListener('pointerdown', (event) => {
      if (event.button !== 0) return;
      start = this.valueAt(event);
      this.plot.setPointerCapture(event.pointerId);
    });
    this.plot.addEventListener('pointermove', (event) => {
      this.view.setCursor(this.valueAt(event));
      if (start !== null) this.mark(start, this.view.cursor);
    });
    this.plot.addEventListener('pointerup', (event) => {
      if (start === null) return;
      const end = this.valueAt(event);
      const dragged = Math.abs(this.x(end) - this.x(start)) > 6;
      this.selection.setAttribute('visibility', 'hidden');
      const [low, high] = [Math.min(start, end), Math.max(start, end)];
      start = null;
      if (dragged) this.view.zoom(low, high);
    });
    this.plot.addEventListener('pointercancel', () => {
      start = null;
      this.selection.setAttribute('visibility', 'hidden');
    });
    this.plot.addEventListener('pointerleave', () => start === null && this.view.setCursor(null));
    this.plot.addEventListener('dblclick', () => this.view.reset());
    this.plot.addEventListener('keydown', (event) => this.key(event));
    this.plot.addEventListener('blur', () => this.view.setCursor(null));
  }

  mark(start, end) {
    const [a, b] = [this.x(start), this.x(end)];
    fill(this.selection, { x: Math.min(a, b), width: Math.abs(b - a), y: this.box.top, height: PLOT_HEIGHT, visibility: 'visible' }, []);
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const actions = {
      ArrowRight: () => this.view.step(event.shiftKey ? 10 : 1),
      ArrowLeft: () => this.view.step(event.shiftKey ? -10 : -1),
      Home: () => this.view.step(-1e9),
      End: () => this.view.step(1e9),
      '+': () => this.view.scaleBy(0.5),
      '=': () => this.view.scaleBy(0.5),
      '-': () => this.view.scaleBy(2),
      0: () => this.view.reset(),
      Escape: () => this.view.reset(),
    };
    if (!actions[event.key]) return;
    event.preventDefault();
    const before = this.view.domain().join();
    actions[event.key]();
    if (this.view.domain().join() !== before) byId('reading').textContent = this.words();
  }
}
