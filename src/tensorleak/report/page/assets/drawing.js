// Lines, areas and axes of a plot.
function visible(xs, from, to) {
  if (!xs.length) return [0, -1];
  return [Math.max(0, indexAt(xs, from) - 1), Math.min(xs.length - 1, indexAt(xs, to) + 2)];
}

function linePath(xs, ys, [first, last], x, y) {
  let path = '';
  for (let i = first; i <= last; i += 1) path += `${path ? 'L' : 'M'}${x(xs[i]).toFixed(1)} ${y(ys[i]).toFixed(1)}`;
  return path;
}

// A counter stays as it is until it is seen to change.
function stepPath(xs, ys, [first, last], x, y) {
  let path = '';
  for (let i = first; i <= last; i += 1) {
    const place = x(xs[i]).toFixed(1);
    path += path ? `H${place}V${y(ys[i]).toFixed(1)}` : `M${place} ${y(ys[i]).toFixed(1)}`;
  }
  return path;
}

function areaPath(xs, lows, highs, [first, last], x, y) {
  let path = linePath(xs, highs, [first, last], x, y);
  for (let i = last; i >= first; i -= 1) path += `L${x(xs[i]).toFixed(1)} ${y(lows[i]).toFixed(1)}`;
  return path ? `${path}Z` : '';
}

function extent(columns, spans) {
  let low = Infinity;
  let high = -Infinity;
  columns.forEach((values, n) => {
    for (let i = spans[n][0]; i <= spans[n][1]; i += 1) {
      if (values[i] < low) low = values[i];
      if (values[i] > high) high = values[i];
    }
  });
  return low <= high ? [low, high] : [0, 1];
}

function axisX(view, box, x) {
  const [from, to] = view.domain();
  const words = (value) => (view.axis === 'work' ? count(value) : clock(value));
  const marks = ticks(from, to, Math.max(2, Math.floor(box.width / 110))).map((tick) =>
    svg('text', { x: x(tick), y: box.bottom + 16, 'text-anchor': 'middle' }, words(tick)));
  const label = view.axis === 'work' ? `× ${view.unit}` : 'time';
  return [...marks, svg('text', { x: box.right, y: box.bottom + 31, 'text-anchor': 'end' }, label)];
}

function axisY([low, high], box, y, words) {
  return ticks(low, high, 6).flatMap((tick) => [
    svg('line', { class: tick === 0 && low < 0 ? 'zero' : 'grid', x1: box.left, x2: box.right, y1: y(tick), y2: y(tick) }),
    svg('text', { x: box.left - 8, y: y(tick) + 4, 'text-anchor': 'end' }, words(tick)),
  ]);
}
