import { domainToASCII, domainToUnicode } from 'node:url';

const MOST = 320;
/** No white space, nothing that has a meaning in a header or an envelope, no control or format characters. */
const LOCAL_PART = /^[^\s\p{C}<>()[\]\\,;:"@]+$/u;
const HOST = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/;

/**
 * An address as mail is sent to it, with its domain in lower case and as ASCII; null for what is none.
 * Stricter than the standard: quoted local parts, comments and address literals are refused, and with them
 * every way to smuggle in a second address or a header.
 */
export function readMailAddress(text: string): string | null {
  const at = text.lastIndexOf('@');
  const local = text.slice(0, at);
  if (at < 1 || text.length > MOST || !LOCAL_PART.test(local)) return null;
  // What a URL would silently leave out of a host, or decode in it.
  if (/[\s\p{C}%]/u.test(text)) return null;
  const host = domainToASCII(text.slice(at + 1)).toLowerCase();
  return HOST.test(host) ? `${local}@${host}` : null;
}

/** The ways in which people write an address: its domain as mail is sent to it, and as it is read. */
export function spellingsOf(address: string): string[] {
  const at = address.lastIndexOf('@');
  return [...new Set([address, `${address.slice(0, at)}@${domainToUnicode(address.slice(at + 1))}`])];
}

/** `Billing <billing@example.com>` or an address alone; null for anything else. */
export function readSender(text: string): { name: string; address: string } | null {
  const [, name = '', inBrackets = text] = /^\s*([^<>]*?)\s*<([^<>]*)>\s*$/.exec(text) ?? [];
  const address = readMailAddress(inBrackets.trim());
  return address === null || /[\p{C}"]/u.test(name) ? null : { name, address };
}

/** The usable ones, each once whatever its case, at most so many; the first lists come first. */
export function readRecipients(
  lists: readonly (readonly string[])[],
  most: number,
): { address: string; list: number }[] {
  const found = new Map<string, { address: string; list: number }>();
  for (const [list, texts] of lists.entries())
    for (const text of texts) {
      const address = readMailAddress(text.trim());
      const key = address?.toLowerCase();
      if (address !== null && key !== undefined && !found.has(key)) found.set(key, { address, list });
    }
  return [...found.values()].slice(0, most);
}
