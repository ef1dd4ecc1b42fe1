// From figures to places: linear scales, round ticks, and finding the point nearest to a place.
function scale(from, to, start, end) {
  const factor = to > from ? (end - start) / (to - from) : 0;
  return (value) => start + (value - from) * factor;
}

function ticks(from, to, wanted) {
  const span = to - from;
  if (!(span > 0)) return [from];
  const rough = span / wanted;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5, 10].find((nice) => nice * power >= rough) || 10);
  const found = [];
  for (let tick = Math.ceil(from / step) * step; tick <= to + step * 1e-9; tick += step) found.push(tick);
  return found;
}

// The last index whose value is not beyond `wanted`; values rise.
function indexAt(values, wanted) {
  let low = 0;
  let high = values.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (values[middle] <= wanted) low = middle;
    else high = middle - 1;
  }
  return low;
}

function nearest(values, wanted) {
  const index = indexAt(values, wanted);
  const next = index + 1;
  return next < values.length && values[next] - wanted < wanted - values[index] ? next : index;
}

// Reads one rising column at a place of another: what turns a range of work into a range of time and back.
function translate(value, source, target) {
  if (!source.length) return value;
  const index = indexAt(source, value);
  const next = Math.min(index + 1, source.length - 1);
  const width = source[next] - source[index];
  const share = width > 0 ? Math.min(1, Math.max(0, (value - source[index]) / width)) : 0;
  return target[index] + share * (target[next] - target[index]);
}
