export type Theme = 'light' | 'dark';

const STORED = 'tallymark.theme';

/** `public/theme.js` has set it before the first paint. */
export function currentTheme(): Theme {
  return document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light';
}

export function switchTheme(): Theme {
  const theme = currentTheme() === 'dark' ? 'light' : 'dark';
  localStorage.setItem(STORED, theme);
  document.documentElement.dataset.theme = theme;
  return theme;
}
