const root = document.documentElement;
const nav = document.querySelector('nav');

switchTheme();
fillSamples();
addCopyButtons();
colourCode();
showCurrentPage();
followOldAnchors();
openTarget();
addEventListener('hashchange', openTarget);
loadSearchOnUse();
nav.addEventListener('click', ({ target }) => {
  if (target.closest('a')) document.querySelector('nav:popover-open')?.hidePopover();
});

/** Undefined without storage, as in some private windows. */
function read(storage, name) {
  try {
    return globalThis[storage][name];
  } catch {
    return undefined;
  }
}

function store(storage, name, value) {
  try {
    globalThis[storage][name] = value;
  } catch {
    // A browser without storage forgets the choice.
  }
}

function switchTheme() {
  const button = document.querySelector('.theme');
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const isDark = () => (root.dataset.theme ?? (dark.matches ? 'dark' : 'light')) === 'dark';
  const label = () => button.setAttribute('aria-label', `Use the ${isDark() ? 'light' : 'dark'} theme`);
  button.addEventListener('click', () => {
    root.dataset.theme = isDark() ? 'light' : 'dark';
    store('localStorage', 'theme', root.dataset.theme);
    label();
  });
  dark.addEventListener('change', label);
  label();
}

/** Writes the URL of this service, the environment and the key into the samples. */
function fillSamples() {
  const chosen = read('sessionStorage', 'environment') ?? 'sandbox';
  fillBases(chosen);
  const form = document.querySelector('.settings');
  if (!form) return;
  form.elements.environment.value = chosen;
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('change', ({ target }) => {
    if (target.name !== 'environment') return;
    store('sessionStorage', 'environment', target.value);
    fillBases(target.value);
  });
  form.elements.key.addEventListener('input', ({ target }) => {
    const key = /^[\w.-]+$/.test(target.value) ? target.value : '$KEY';
    for (const span of document.querySelectorAll('[data-key]')) span.textContent = key;
  });
  for (const choice of document.querySelectorAll('.languages'))
    choice.addEventListener('change', () => showLanguage(choice.value));
}

function fillBases(environment) {
  const base = new URL(root.dataset.root || './', location.href).href.replace(/\/$/, '');
  const paths = { sandbox: '/sandbox', production: '' };
  for (const span of document.querySelectorAll('[data-base]'))
    span.textContent = base + (paths[span.dataset.base] ?? paths[environment]);
}

function showLanguage(language) {
  for (const block of document.querySelectorAll('[data-sample]'))
    block.hidden = block.dataset.sample !== language;
  for (const choice of document.querySelectorAll('.languages')) choice.value = language;
}

function addCopyButtons() {
  for (const block of document.querySelectorAll('.code')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.textContent = 'Copy';
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(block.querySelector('code').textContent);
      button.textContent = 'Copied';
      setTimeout(() => {
        button.textContent = 'Copy';
      }, 2000);
    });
    block.append(button);
  }
}

/** Colours samples as they come into view, without an element for each token. */
function colourCode() {
  if (!globalThis.Highlight) return;
  const kinds = { comment: new Highlight(), name: new Highlight() };
  Object.assign(kinds, { string: new Highlight(), number: new Highlight() });
  for (const [kind, highlight] of Object.entries(kinds)) CSS.highlights.set(kind, highlight);
  const seen = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries)
        if (isIntersecting) {
          seen.unobserve(target);
          colour(target, kinds);
        }
    },
    { rootMargin: '600px' },
  );
  for (const code of document.querySelectorAll('.language-json, .language-sh')) seen.observe(code);
}

const TOKEN = new RegExp(
  [
    /(?<comment>^\s*#.*$)/,
    /(?<name>"(?:[^"\\\n]|\\.)*"(?=\s*:))/,
    /(?<string>"(?:[^"\\\n]|\\.)*")/,
    // Where JSON has values: the numbers of a URL are none.
    /(?<number>(?<=^\s+|: |, |\[)(?:-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)\b)/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gm',
);

function colour(code, kinds) {
  const walker = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    for (const { index, 0: text, groups } of node.data.matchAll(TOKEN)) {
      const range = new Range();
      range.setStart(node, index);
      range.setEnd(node, index + text.length);
      const [kind] = Object.keys(groups).filter((name) => groups[name] !== undefined);
      kinds[kind].add(range);
    }
}

/** Scrolls the navigation, and not the page, to the current entry. */
function showCurrentPage() {
  const current = nav.querySelector('[aria-current]');
  if (current && current.offsetTop > nav.clientHeight - 80) nav.scrollTop = current.offsetTop - 120;
}

/** `/docs#createCustomer` and `/docs#schema-Customer` were links into one long page. */
function followOldAnchors() {
  const name = location.hash.slice(1);
  if (root.dataset.page !== '' || !/^[A-Za-z][\w-]*$/.test(name) || document.getElementById(name)) return;
  const schema = /^schema-(.+)/.exec(name)?.[1];
  location.replace(schema ? `docs/objects/${schema}` : `docs/operations/${name}`);
}

/** Opens what hides the target of the address. */
function openTarget() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  for (let at = target; at; at = at.parentElement) if (at.localName === 'details') at.open = true;
}

function loadSearchOnUse() {
  const input = document.getElementById('site-search');
  const load = async () => {
    const { start } = await import(new URL(input.form.dataset.script, location.href).href);
    start(input);
  };
  input.addEventListener('focus', load, { once: true });
  input.form.addEventListener('submit', (event) => event.preventDefault());
  document.addEventListener('keydown', (event) => {
    const isTyping = event.target.closest?.('input, textarea, select');
    const isCommand = event.key === 'k' && (event.metaKey || event.ctrlKey);
    if (!isCommand && (event.key !== '/' || isTyping)) return;
    event.preventDefault();
    input.focus();
    input.select();
  });
}
