// Lanes under the picture: what was made, when Python collected, when somebody looked closely.
const LANE = 15;
const KINDS_SHOWN = 4;

function lanes(run) {
  const births = run.births.slice(0, KINDS_SHOWN).map((group) => ({ ...group, look: 'birth', label: `+ ${group.kind.replaceAll('_', ' ')}` }));
  const collections = run.collections.map((group) => ({ ...group, look: 'collection', label: 'collection' }));
  const looks = gathered(run.looks, 'look', 'close look');
  return [...births, ...collections, ...looks];
}

function gathered(groups, look, label) {
  if (!groups.length) return [];
  const join = (name) => groups.flatMap((group) => group[name]);
  const kinds = groups.flatMap((group) => group.count.map(() => group.kind));
  return [{ look, label, kinds, seconds: join('seconds'), work: join('work'), count: join('count'), took: join('took') }];
}

function drawLanes(found, view, box, top, x) {
  return found.flatMap((lane, row) => {
    const middle = top + row * LANE + LANE / 2;
    const most = Math.max(...lane.count, 1);
    const ticksOf = lane[view.axis].map((place, i) => tick(lane, i, x(place), middle, most, box)).filter(Boolean);
    return [
      svg('line', { class: 'lane', x1: box.left, x2: box.right, y1: middle, y2: middle }),
      svg('text', { x: box.left - 8, y: middle + 4, 'text-anchor': 'end' }, lane.label),
      ...ticksOf,
    ];
  });
}

// The more there were, the taller the mark.
function tick(lane, i, place, middle, most, box) {
  if (place < box.left - 1 || place > box.right + 1) return null;
  const height = 4 + 8 * (Math.log1p(lane.count[i]) / Math.log1p(most));
  return svg('rect', { class: lane.look, x: (place - 1).toFixed(1), y: (middle - height / 2).toFixed(1), width: 2, height: height.toFixed(1), rx: 1 },
    svg('title', {}, tickWords(lane, i)));
}

function tickWords(lane, i) {
  const name = lane.kinds ? `close look: ${lane.kinds[i]}` : lane.label.replace(/^\+ (.*)/, '$1 made');
  const took = lane.took[i] ? `, took ${clock(lane.took[i])}` : '';
  return `${lane.count[i] > 1 ? `${count(lane.count[i])} × ` : ''}${name} at ${clock(lane.seconds[i])}${took}`;
}
