/**
 * The token of a link, such as `…/console/invitation#token=…`. It is taken out of the address at once, so
 * that neither the history nor a copied address has it, and a page load forgets it.
 */
export function takeLinkToken(): string | null {
  const token = new URLSearchParams(location.hash.slice(1)).get('token');
  if (token !== null) history.replaceState(null, '', location.pathname + location.search);
  return token;
}
