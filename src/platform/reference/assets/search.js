const MAX_RESULTS = 12;
const list = document.getElementById('site-results');
const status = document.getElementById('site-status');

/** Turns the field into a combobox over the index, which it loads once. */
export async function start(input) {
  const { index, library } = input.form.dataset;
  const [{ default: MiniSearch }, entries] = await Promise.all([
    import(new URL(library, location.href).href),
    fetch(index).then((response) => response.json()),
  ]);
  const engine = makeEngine(MiniSearch, entries);
  const box = combobox(input);
  const show = () => {
    const words = input.value.trim();
    if (words === '') return box.close();
    const found = engine.search(words).map(({ id }) => entries[id]);
    const exact = found.filter((entry) => isNamed(entry, words));
    box.open(words, [...new Set([...exact, ...found])].slice(0, MAX_RESULTS));
  };
  input.addEventListener('input', show);
  input.addEventListener('focus', show);
  input.addEventListener('blur', () => setTimeout(box.close, 150));
  input.addEventListener('keydown', box.press);
  list.addEventListener('mousedown', (event) => event.preventDefault());
  list.addEventListener('click', (event) => box.follow(event.target.closest('[data-target]')));
  show();
}

/** Whether an entry is the error, the object or the operation of this name. */
function isNamed([, target, title], words) {
  return [title, target.replace(/^.*#/, '')].some((name) => name.toLowerCase() === words.toLowerCase());
}

function makeEngine(MiniSearch, entries) {
  const weights = { Area: 3, Operation: 1.5, Page: 1.4 };
  const engine = new MiniSearch({
    fields: ['title', 'line', 'text'],
    searchOptions: {
      prefix: true,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
      combineWith: 'AND',
      boost: { title: 4, line: 2 },
      boostDocument: (id) => weights[entries[id][0]] ?? 1,
    },
  });
  engine.addAll(entries.map(([, , title, line, text], id) => ({ id, title, line, text })));
  return engine;
}

/** The list of results below the field, by the combobox pattern of the ARIA Authoring Practices. */
function combobox(input) {
  let selected = -1;
  const close = () => {
    list.hidden = true;
    selected = -1;
    input.setAttribute('aria-expanded', 'false');
    input.removeAttribute('aria-activedescendant');
  };
  const select = (place) => {
    list.children[selected]?.setAttribute('aria-selected', 'false');
    selected = place;
    const option = list.children[place];
    option.setAttribute('aria-selected', 'true');
    option.scrollIntoView({ block: 'nearest' });
    input.setAttribute('aria-activedescendant', option.id);
  };
  const open = (words, entries) => {
    close();
    const options = entries.length > 0 ? entries.map(optionOf) : [nothing(words)];
    list.replaceChildren(...options);
    list.hidden = false;
    input.setAttribute('aria-expanded', 'true');
    status.textContent = entries.length > 0 ? `${entries.length} results` : 'No results';
    if (entries.length > 0) select(0);
  };
  const follow = (option) => {
    if (!option?.dataset.target) return;
    close();
    input.blur();
    const top = new URL(document.documentElement.dataset.root || './', location.href);
    location.href = new URL(option.dataset.target, top);
  };
  const press = (event) => {
    const count = list.hidden ? 0 : list.querySelectorAll('[data-target]').length;
    if (event.key === 'Escape') {
      if (list.hidden) input.value = '';
      close();
    } else if (event.key === 'Enter') follow(list.children[selected]);
    else if (count > 0 && event.key === 'ArrowDown') select((selected + 1) % count);
    else if (count > 0 && event.key === 'ArrowUp') select((selected - 1 + count) % count);
    else return;
    event.preventDefault();
  };
  return { open, close, follow, press };
}

function optionOf([kind, target, title, line], place) {
  const option = emptyOption();
  option.id = `site-result-${place}`;
  option.dataset.target = `docs/${target}`;
  option.append(textIn('strong', title), textIn('span', kind), textIn('span', line));
  return option;
}

function nothing(words) {
  const option = emptyOption();
  option.setAttribute('aria-disabled', 'true');
  option.textContent = `No results for “${words}”`;
  return option;
}

function emptyOption() {
  const option = document.createElement('div');
  option.role = 'option';
  option.setAttribute('aria-selected', 'false');
  return option;
}

function textIn(name, text) {
  const element = document.createElement(name);
  element.textContent = text;
  return element;
}
