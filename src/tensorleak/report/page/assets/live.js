// A served page asks its own server for news and renews what changed; zoom, open tables and focus stay.
const PAUSE = 1500;

function follow(address, renew) {
  const status = byId('live');
  let { stamp } = document.body.dataset;
  const ask = async () => {
    let next = PAUSE;
    try {
      const answer = await fetch(`${address}?since=${encodeURIComponent(stamp)}`, { cache: 'no-store' });
      if (!answer.ok) throw new Error(String(answer.status));
      const news = await answer.json();
      stamp = news.stamp;
      status.textContent = news.status;
      status.classList.toggle('over', !news.running);
      if (news.sections) renew(news);
      if (!news.running) next = 10 * PAUSE;
    } catch {
      status.textContent = 'the server has stopped; this page stays as it is';
      status.classList.add('over');
      next = 10 * PAUSE;
    }
    setTimeout(ask, next);
  };
  ask();
}

const FOCUSABLE = 'a[href], summary, [tabindex="0"]';

function replaceSections(sections) {
  for (const [id, markup] of Object.entries(sections)) {
    const place = byId(id);
    if (!place || replaced.get(id) === markup) continue;
    replaced.set(id, markup);
    keepingState(place, () => { place.innerHTML = markup; });
  }
}

const replaced = new Map();

// What the reader opened stays open, and the keyboard stays where it was.
function keepingState(place, replace) {
  const open = [...place.querySelectorAll('details[open]')].map((details) => details.id);
  const focused = [...place.querySelectorAll(FOCUSABLE)].indexOf(document.activeElement);
  replace();
  for (const details of place.querySelectorAll('details')) details.open = open.includes(details.id);
  if (focused >= 0) place.querySelectorAll(FOCUSABLE)[focused]?.focus({ preventScroll: true });
}
