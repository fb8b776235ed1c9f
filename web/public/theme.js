// Before the first paint, so that a page never flashes in the other theme.
const chosen = localStorage.getItem('tallymark.theme');
const isDark = chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
