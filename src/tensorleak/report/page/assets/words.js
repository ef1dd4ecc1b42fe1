// Numbers as people read them: the same words as in every other report.
const UNITS = ['B', 'KB', 'MB', 'GB'];

function amount(bytes) {
  const sign = bytes < 0 ? '−' : '';
  let value = Math.abs(bytes);
  for (const unit of UNITS) {
    if (value < 999.5 || unit === 'GB') {
      const digits = unit === 'B' || value >= 99.5 ? value.toFixed(0) : String(Number(value.toPrecision(3)));
      return `${sign}${digits} ${unit}`;
    }
    value /= 1000;
  }
  return '';
}

function change(bytes) {
  return bytes > 0 ? `+${amount(bytes)}` : amount(bytes);
}

function count(value) {
  return Number(value.toFixed(value % 1 ? 2 : 0)).toLocaleString('en');
}

function clock(seconds) {
  if (seconds < 120) return `${Number(seconds.toFixed(2))} s`;
  if (seconds < 7200) return `${Number((seconds / 60).toFixed(1))} min`;
  return `${Number((seconds / 3600).toFixed(1))} h`;
}
