/** Sends the browser to a page of an identity provider; nothing else than a web page is opened. */
export function leaveTo(url: string): void {
  if (/^https?:\/\//i.test(url)) location.assign(url);
}
