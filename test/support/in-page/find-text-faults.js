/**
 * Runs in a page that shows the pseudo-language. `data` are texts of responses that it has received since it
 * was last called. Returns a line for each text that is neither of the catalogue nor data, and for each that
 * is cut, leaves its element, or lies over another.
 */
(data) => {
  const DATA = 'code, pre, kbd, samp, textarea, .font-mono, :not(html)[lang], svg, canvas, [translate=no]';
  const MONTHS = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*';
  const DAYS = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*';
  const UNITS = '(?:ms|[kMGT]?B|byte|second|sec|minute|min|hour|hr|day|week|wk|month|mo|quarter|year|yr)';
  const NAMED = 'yesterday|today|tomorrow|now|(?:last|this|next) (?:month|week|year)';
  /** Names that are the same in every language. */
  const NAMES = 'curl|TypeScript|Python';
  /** What `Intl` writes: months, days, zones, codes of currencies, and times from now. */
  const AMOUNT = `(?:in )?[\\d,.]+ ${UNITS}\\w*\\.?(?: ago)?`;
  const FORMATTED = new RegExp(
    `\\b(?:${AMOUNT}|${MONTHS}|${DAYS}|AM|PM|UTC|GMT|[A-Z]{3}|${NAMED}|${NAMES})\\b`,
    'g',
  );
  const ATTRIBUTES = ['aria-label', 'aria-description', 'title', 'placeholder', 'alt', 'aria-valuetext'];
  globalThis.knownTexts ??= new Set();
  const known = globalThis.knownTexts;
  for (const text of data) for (const line of text.split('\n')) known.add(line.trim());
  // The names of countries are formatted from their codes; a page names a record that does not exist.
  const countries = new Intl.DisplayNames('en', { type: 'region' });
  for (const code of [...known]) if (/^[A-Z]{2}$/.test(code)) known.add(countries.of(code));
  for (const part of location.pathname.split('/').slice(4)) known.add(decodeURIComponent(part));
  const faults = new Set();
  const shown = (text) => JSON.stringify(text.length > 80 ? `${text.slice(0, 77)}…` : text);

  /** Without what is in brackets, of which some may be within others. */
  const outside = (text) => {
    let depth = 0;
    let rest = '';
    for (const character of text) {
      if (character === '[') depth++;
      if (depth === 0) rest += character;
      if (character === ']') depth = Math.max(0, depth - 1);
    }
    return rest.trim();
  };
  /** A value of a response as it stands, or several that something joins. */
  const isData = (text) => {
    if (known.has(text) || /^\S+…\S*$/.test(text) || /^[A-Z]{3,6} \/\S*$/.test(text)) return true;
    const [, name, value] = /^(\S+) (.+)$/.exec(text) ?? [];
    if (known.has(name) && known.has(value)) return true;
    const words = text.replace(FORMATTED, ' ').split(/[\s,;·→–—():/+]+/);
    return words.every((word) => known.has(word) || !/\p{L}{2}/u.test(word));
  };
  const isForeign = (text) => {
    const rest = outside(text).replace(FORMATTED, ' ').trim();
    if (!/\p{L}{2}/u.test(rest) || isData(rest) || isData(text.trim())) return false;
    return !rest.split(/ · | – | — | → | = |,|; |: |\n|\(|\)/).every((part) => isData(part.trim()));
  };

  const isShown = (element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    !element.closest('[hidden], script, style, noscript');
  const nodes = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { currentNode: node } = walker;
    const element = node.parentElement;
    if (node.data.trim() !== '' && isShown(element)) nodes.push({ node, element });
  }
  for (const { node, element } of nodes)
    if (!element.closest(DATA) && isForeign(node.data))
      faults.add(`no text of the catalogue: ${shown(node.data)}`);
  for (const element of document.querySelectorAll(ATTRIBUTES.map((name) => `[${name}]`).join()))
    for (const name of ATTRIBUTES) {
      const text = element.getAttribute(name);
      if (text && isShown(element) && !element.closest('svg') && isForeign(text))
        faults.add(`no text of the catalogue: ${name}=${shown(text)}`);
    }

  // What only a screen reader reads is clipped away, or a pixel large.
  const isRead = ({ width, height }) => width <= 2 || height <= 2;
  const isClippedAway = (element) => {
    for (let each = element; each; each = each.parentElement)
      if (getComputedStyle(each).clipPath === 'inset(50%)') return true;
    return false;
  };
  const clipped = (element) => {
    for (let each = element; each; each = each.parentElement) {
      const { overflowX, overflowY, textOverflow, webkitLineClamp } = getComputedStyle(each);
      if (/auto|scroll/.test(overflowX + overflowY)) return null;
      if (textOverflow === 'ellipsis' || webkitLineClamp !== 'none') return null;
      if (/hidden|clip/.test(overflowX)) return each;
    }
    return null;
  };
  const rects = [];
  for (const { node, element } of nodes) {
    const range = document.createRange();
    range.selectNodeContents(node);
    const own = [...range.getClientRects()].filter((rect) => rect.width > 0 && !isRead(rect));
    if (own.length === 0 || isRead(element.getBoundingClientRect()) || isClippedAway(element)) continue;
    const block = element.closest(':not(span, a, strong, em, b, i, code, time, bdi, abbr, small)');
    const box = block.getBoundingClientRect();
    const right = Math.max(...own.map((rect) => rect.right));
    const left = Math.min(...own.map((rect) => rect.left));
    const clip = clipped(element);
    const limit = clip?.getBoundingClientRect();
    if (clip && !isRead(limit) && (right > limit.right + 1 || left < limit.left - 1))
      faults.add(`is cut: ${shown(node.data)}`);
    else if (
      !clippedByEllipsis(element) &&
      (right > box.right + 1 || left < box.left - 1) &&
      !isScrolled(element)
    )
      faults.add(`leaves its element: ${shown(node.data)}`);
    rects.push(...own.map((rect) => ({ rect, element, node, layer: layerOf(element) })));
  }
  function clippedByEllipsis(element) {
    for (let each = element; each && each !== document.body; each = each.parentElement) {
      const { textOverflow, webkitLineClamp, overflowX } = getComputedStyle(each);
      if ((textOverflow === 'ellipsis' && overflowX !== 'visible') || webkitLineClamp !== 'none') return each;
    }
    return null;
  }
  function isScrolled(element) {
    for (let each = element; each && each !== document.body; each = each.parentElement)
      if (/auto|scroll/.test(getComputedStyle(each).overflowX) && each.scrollWidth > each.clientWidth)
        return true;
    return false;
  }
  function layerOf(element) {
    for (let each = element; each; each = each.parentElement)
      if (/fixed|sticky|absolute/.test(getComputedStyle(each).position)) return each;
    return document.body;
  }
  // A rectangle beyond the edge of what clips it is not seen.
  const seen = rects.filter(({ rect, element }) => {
    for (let each = element; each && each !== document.body; each = each.parentElement) {
      if (getComputedStyle(each).overflowX === 'visible') continue;
      const edge = each.getBoundingClientRect();
      if (rect.left >= edge.right - 1 || rect.right <= edge.left + 1) return false;
      if (rect.top >= edge.bottom - 1 || rect.bottom <= edge.top + 1) return false;
    }
    return true;
  });
  seen.sort((one, other) => one.rect.top - other.rect.top);
  for (let i = 0; i < seen.length; i++)
    for (let j = i + 1; j < seen.length && seen[j].rect.top < seen[i].rect.bottom - 3; j++) {
      const [one, other] = [seen[i], seen[j]];
      if (one.node === other.node || one.layer !== other.layer) continue;
      const width = Math.min(one.rect.right, other.rect.right) - Math.max(one.rect.left, other.rect.left);
      const height = Math.min(one.rect.bottom, other.rect.bottom) - Math.max(one.rect.top, other.rect.top);
      if (width > 3 && height > 5 && !clippedByEllipsis(one.element) && !clippedByEllipsis(other.element))
        faults.add(`overlap: ${shown(one.node.data)} and ${shown(other.node.data)}`);
    }
  return [...faults];
};
