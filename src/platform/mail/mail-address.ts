import { domainToASCII, domainToUnicode } from 'node:url';

const MAX = 320;
/** No white space, nothing with a meaning in headers or envelopes, no control or format characters. */
const LOCAL_PART = /^[^\s\p{C}<>()[\]\\,;:"@]+$/u;
const HOST = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/;

/**
 * A normalized mail address, with its domain in lower case and ASCII; null for an invalid one. Stricter than
 * the standard: quoted local parts, comments and address literals are rejected, which prevents smuggling in a
 * second address or a header.
 */
export function readMailAddress(text: string): string | null {
  const at = text.lastIndexOf('@');
  const local = text.slice(0, at);
  if (at < 1 || text.length > MAX || !LOCAL_PART.test(local)) return null;
  // Characters that a URL parser would silently drop from a host, or decode.
  if (/[\s\p{C}%]/u.test(text)) return null;
  const host = domainToASCII(text.slice(at + 1)).toLowerCase();
  return HOST.test(host) ? `${local}@${host}` : null;
}

/** Erased persons have addresses of this domain, which nobody can own. */
export const ERASED_DOMAIN = 'erased.invalid';

export function isErasedAddress(address: string): boolean {
  return address.trim().toLowerCase().endsWith(`@${ERASED_DOMAIN}`);
}

/** The spellings of an address: with its domain in ASCII, and in Unicode. */
export function spellingsOf(address: string): string[] {
  const at = address.lastIndexOf('@');
  return [...new Set([address, `${address.slice(0, at)}@${domainToUnicode(address.slice(at + 1))}`])];
}

/** Parses `Billing <billing@example.com>` or an address alone; null for anything else. */
export function readSender(text: string): { name: string; address: string } | null {
  const [, name = '', inBrackets = text] = /^\s*([^<>]*?)\s*<([^<>]*)>\s*$/.exec(text) ?? [];
  const address = readMailAddress(inBrackets.trim());
  return address === null || /[\p{C}"]/u.test(name) ? null : { name, address };
}

/** The valid addresses without duplicates, ignoring case, up to a limit; earlier lists take precedence. */
export function readRecipients(
  lists: readonly (readonly string[])[],
  max: number,
): { address: string; list: number }[] {
  const found = new Map<string, { address: string; list: number }>();
  for (const [list, texts] of lists.entries())
    for (const text of texts) {
      const address = readMailAddress(text.trim());
      const key = address?.toLowerCase();
      if (address !== null && key !== undefined && !found.has(key)) found.set(key, { address, list });
    }
  return [...found.values()].slice(0, max);
}
