// Puts the page together.
const THEMES = { '': 'as the system', light: 'light', dark: 'dark' };

function setUpTheme() {
  const button = byId('theme');
  const store = (value) => {
    try {
      localStorage.setItem('tensorleak-theme', value);
    } catch { /* a page opened from a file may have no storage */ }
  };
  const apply = (value) => {
    if (value) document.documentElement.dataset.theme = value;
    else delete document.documentElement.dataset.theme;
    button.textContent = `Theme: ${THEMES[value]}`;
  };
  let current = '';
  try {
    current = localStorage.getItem('tensorleak-theme') || '';
  } catch { /* as above */ }
  if (!(current in THEMES)) current = '';
  apply(current);
  button.hidden = false;
  button.addEventListener('click', () => {
    const names = Object.keys(THEMES);
    current = names[(names.indexOf(current) + 1) % names.length];
    apply(current);
    store(current);
  });
}

function choice(id, options, current, choose) {
  const labels = Object.entries(options).map(([value, words]) => {
    const input = html('input', { type: 'radio', name: id, value, ...(value === current ? { checked: '' } : {}) });
    input.addEventListener('change', () => choose(value));
    return html('label', {}, input, words);
  });
  byId(id).append(...labels);
  byId(id).hidden = labels.length < 2;
}

// Whole memory where growth shows in it, the change alone where it would drown in what was there before.
function fittingMode(run) {
  const high = Math.max(...run.resident, 1);
  return high - (run.resident[0] || 0) > 0.2 * high ? 'whole' : 'change';
}

function setUpControls(view) {
  const axes = view.hasWork() ? { work: view.runs[0].unit, seconds: 'time' } : { seconds: 'time' };
  choice('axis', axes, view.axis, (axis) => view.setAxis(axis));
  choice('mode', view.runs.length > 1 ? { change: 'change' } : { whole: 'all memory', change: 'change since start' }, view.mode, (mode) => view.setMode(mode));
  const actions = { in: () => view.scaleBy(0.5), out: () => view.scaleBy(2), reset: () => view.reset() };
  for (const button of document.querySelectorAll('[data-zoom]')) button.addEventListener('click', actions[button.dataset.zoom]);
  document.querySelector('.controls').hidden = false;
  byId('keys').hidden = false;
}

function openForPrint() {
  let closed = [];
  addEventListener('beforeprint', () => {
    closed = [...document.querySelectorAll('details:not([open])')];
    for (const details of closed) details.open = true;
  });
  addEventListener('afterprint', () => {
    for (const details of closed) details.open = false;
  });
}

function setUpPictures(data, live) {
  const view = new View(data.runs, data.runs.length > 1 ? 'change' : fittingMode(data.runs[0]));
  if (!live && !data.runs.some((run) => run.resident.length)) {
    byId('memory').hidden = true;
    return;
  }
  new Picture(byId('memory'), view);
  if (data.kind === 'report') new Counters(byId('counters'), view);
  setUpControls(view);
  view.tell();
  if (live) {
    follow(live, (news) => {
      replaceSections(news.sections);
      view.renew(news.data.runs);
    });
  }
}

setUpTheme();
openForPrint();
const data = JSON.parse(byId('data').textContent);
if (data.runs.length) setUpPictures(data, document.body.dataset.live);
