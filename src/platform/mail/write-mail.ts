import { webAddress } from '../web-address.ts';
/** The content of a mail before layout. All of it is data, which may contain anything that a user entered. */
export interface MailParts {
  subject: string;
  /** Each becomes a line of the text and a paragraph of the HTML. */
  greeting: string;
  sentences: readonly string[];
  facts: readonly (readonly [name: string, value: string])[];
  /** Shown if it is a web URL. */
  link: { label: string; url: string } | null;
  /** Empty: no signature. */
  signature: string;
}

export interface MailWords {
  subject: string;
  text: string;
  html: string;
}

const MAX_SUBJECT = 200;

/**
 * Formats a mail as text and as HTML. No line break in a name reaches a header, and no tag reaches the HTML.
 */
export function writeMail({ subject, greeting, sentences, facts, link, signature }: MailParts): MailWords {
  const url = link && webAddress(link.url);
  return {
    subject: [...oneLine(subject)].slice(0, MAX_SUBJECT).join(''),
    text: [
      ...[greeting, '', ...sentences, ''],
      ...facts.map(([name, value]) => `${name}: ${value}`),
      ...(link && url ? ['', `${link.label}: ${url}`] : []),
      ...(signature ? ['', signature] : []),
      '',
    ].join('\n'),
    html: page([
      ...[greeting, ...sentences].map((sentence) => `<p>${escaped(sentence)}</p>`),
      `<table>${facts.map(row).join('')}</table>`,
      ...(link && url ? [`<p><a href="${escaped(url)}">${escaped(link.label)}</a></p>`] : []),
      ...(signature ? [`<p>${escaped(signature)}</p>`] : []),
    ]),
  };
}

/** Without line breaks and other control characters. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}

function page(parts: readonly string[]): string {
  return `<!doctype html><html><head><meta charset="utf-8"></head><body>${parts.join('')}</body></html>`;
}

function row([name, value]: readonly [string, string]): string {
  return `<tr><td>${escaped(name)}</td><td>${escaped(value)}</td></tr>`;
}

function escaped(text: string): string {
  const names: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return text.replace(/[&<>"']/g, (character) => names[character] ?? '');
}
