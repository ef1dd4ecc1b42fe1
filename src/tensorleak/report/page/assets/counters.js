// Small pictures of the counters, on the same axis as memory; those that rise most come first.
const SMALL = { width: 260, height: 74 };

class Counters {
  constructor(host, view) {
    this.host = host;
    this.view = view;
    view.watchers.push((what) => what === 'all' && this.draw());
  }

  draw() {
    const tracks = this.view.runs[0].counters.filter((track) => track.values.length);
    const moving = tracks.filter((track) => Math.max(...track.values) !== Math.min(...track.values));
    const still = tracks.filter((track) => !moving.includes(track));
    moving.sort((a, b) => rise(b) - rise(a));
    const quiet = still.length ? html('p', {}, `Unchanged: ${still.map((track) => `${track.label} (${figure(track, track.values[0])})`).join(', ')}.`) : null;
    this.host.replaceChildren(...moving.map((track) => this.one(track)), ...(quiet ? [quiet] : []));
  }

  one(track) {
    const xs = track[this.view.axis];
    const span = visible(xs, ...this.view.domain());
    const [low, high] = extent([track.values], [span]);
    const x = scale(...this.view.domain(), 1, SMALL.width - 1);
    const y = scale(low, high > low ? high : low + 1, SMALL.height - 4, 4);
    const path = track.key === 'tensor.count' ? linePath : stepPath; // a census is a reading, not a change
    const first = track.values[0];
    const last = track.values[track.values.length - 1];
    const plot = svg('svg', { class: 'plot', viewBox: `0 0 ${SMALL.width} ${SMALL.height}`, preserveAspectRatio: 'none', role: 'img', 'aria-label': `${track.label}: from ${figure(track, first)} to ${figure(track, last)}` },
      svg('line', { class: 'grid', x1: 0, x2: SMALL.width, y1: SMALL.height - 4, y2: SMALL.height - 4 }),
      svg('path', { class: 'trace', d: path(xs, track.values, span, x, y), 'vector-effect': 'non-scaling-stroke' }));
    const words = `${figure(track, first)} → ${figure(track, last)}`;
    return html('figure', { class: rises(track) ? 'rising' : '', 'data-key': track.key }, html('figcaption', {}, html('span', {}, track.label), html('b', {}, words)), plot);
  }
}

function figure(track, value) {
  return track.unit === 'bytes' ? amount(value) : count(value);
}

function rise(track) {
  return (track.values[track.values.length - 1] - track.values[0]) / Math.max(1, Math.abs(track.values[0]));
}

// Higher after every third of the run, also at its lowest: what only goes up and down does not count.
function rises(track) {
  const third = Math.ceil(track.values.length / 3);
  const [first, middle, last] = [0, 1, 2].map((n) => Math.min(...track.values.slice(n * third, (n + 1) * third)));
  return rise(track) >= 0.5 && middle > first && last > middle;
}
