/** Text that is HTML already. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export type Part = Html | string | number | null | undefined | false | readonly Part[];

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char);
}

/** Joins text and parts. Strings are escaped; null, undefined and false are left out. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  const texts = parts.map((part, index) => print(part) + (strings[index + 1] ?? ''));
  return new Html((strings[0] ?? '') + texts.join(''));
}

function print(part: Part): string {
  if (part instanceof Html) return part.text;
  if (Array.isArray(part)) return part.map(print).join('');
  return part === null || part === undefined || part === false ? '' : escapeHtml(String(part));
}

/** An anchor for a heading, as GitHub makes them. */
export function slugOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');
}
