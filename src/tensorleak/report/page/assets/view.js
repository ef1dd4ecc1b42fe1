// What of the run is looked at: the axis, the stretch of it, the way memory is shown, and the reading line.
class View {
  constructor(runs, mode) {
    this.runs = runs;
    this.axis = this.hasWork() ? 'work' : 'seconds';
    this.mode = mode;
    this.range = null;
    this.cursor = null;
    this.watchers = [];
  }

  hasWork() {
    const common = this.runs.every((run) => run.unit === this.runs[0].unit && run.unit !== 'second');
    return common && this.runs.some((run) => run.work.length && run.work[run.work.length - 1] > run.work[0]);
  }

  get unit() {
    return this.axis === 'work' ? this.runs[0].unit : 's';
  }

  whole() {
    const ends = this.runs.filter((run) => run[this.axis].length).map((run) => run[this.axis]);
    if (!ends.length) return [0, 1];
    const from = Math.min(...ends.map((end) => end[0]));
    const to = Math.max(...ends.map((end) => end[end.length - 1]));
    return [from, to > from ? to : from + 1];
  }

  domain() {
    return this.range || this.whole();
  }

  position(value) {
    return this.axis === 'work' ? `${this.unit} ${count(value)}` : clock(value);
  }

  setAxis(axis) {
    const run = this.runs[0];
    const move = (value) => translate(value, run[this.axis], run[axis]);
    const range = this.range && this.range.map(move);
    if (this.cursor !== null) this.cursor = move(this.cursor);
    this.axis = axis;
    this.range = range && range[1] > range[0] ? range : null;
    this.tell();
  }

  setMode(mode) {
    this.mode = mode;
    this.tell();
  }

  setCursor(value) {
    this.cursor = value;
    this.tell('cursor');
  }

  zoom(from, to) {
    const [first, last] = this.whole();
    const least = (last - first) / 2000;
    from = Math.max(first, from);
    to = Math.min(last, to);
    if (to - from < least) return;
    this.range = from <= first && to >= last ? null : [from, to];
    this.tell();
  }

  scaleBy(factor) {
    const [from, to] = this.domain();
    const inside = this.cursor !== null && this.cursor >= from && this.cursor <= to;
    const centre = inside ? this.cursor : (from + to) / 2;
    this.zoom(centre - (centre - from) * factor, centre + (to - centre) * factor);
  }

  reset() {
    this.range = null;
    this.tell();
  }

  // Moves the reading line by points of the first run, and the stretch along with it.
  step(points) {
    const values = this.runs[0][this.axis];
    if (!values.length) return;
    const [from, to] = this.domain();
    const start = this.cursor === null ? nearest(values, points > 0 ? from : to) : nearest(values, this.cursor) + points;
    this.cursor = values[Math.min(values.length - 1, Math.max(0, start))];
    if (this.range && (this.cursor < from || this.cursor > to)) {
      const shift = this.cursor < from ? this.cursor - from : this.cursor - to;
      this.range = [from + shift, to + shift];
    }
    this.tell();
  }

  renew(runs) {
    this.runs = runs;
    if (this.axis === 'work' && !this.hasWork()) this.axis = 'seconds';
    this.tell();
  }

  tell(what = 'all') {
    for (const watcher of this.watchers) watcher(what);
  }
}
