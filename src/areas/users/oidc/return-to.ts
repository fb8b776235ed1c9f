const NOWHERE = 'http://nowhere.invalid';

/** The page of the console to which a login leads, as a path below the service; null for any other place. */
export function readReturnTo(sent: string | undefined): string | null {
  if (sent === undefined) return '/console/';
  // Browsers read a backslash as a slash, and ignore line breaks.
  if (!/^\/console(?:[/?#]|$)/.test(sent) || /[\\\p{Cc}]/u.test(sent)) return null;
  const url = URL.parse(sent, NOWHERE);
  if (url?.origin !== NOWHERE || !/^\/console(?:\/|$)/.test(url.pathname)) return null;
  return url.pathname + url.search + url.hash;
}
