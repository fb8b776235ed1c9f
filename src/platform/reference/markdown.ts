import { posix } from 'node:path';
import { Marked, type Tokens } from 'marked';
import { escapeHtml, Html, slugOf } from './html.ts';
import { linkFrom, linkToService, pageOfFile, type Target } from './links.ts';
import { codeBlock } from './samples.ts';

export interface Heading {
  readonly level: number;
  readonly id: string;
  readonly text: string;
}

interface Place {
  /** The page on which the text stands. */
  readonly page: Target;
  /** The file of the text below `docs`. */
  readonly file: string;
  /** Whether a page is served. */
  has(page: Target): boolean;
}

const INDEX_FILE = 'operations.md';

/** Renders one Markdown file. The first heading is left out: it is the title of the page. */
export function renderArticle(markdown: string, place: Place): { body: Html; headings: Heading[] } {
  const headings = headingsOf(markdown);
  const ids = headings.values();
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }) {
        if (depth === 1) return '';
        const text = this.parser.parseInline(tokens);
        const { id = '' } = ids.next().value ?? {};
        return `<h${depth} id="${id}">${text} ${permalink(id, plain(text))}</h${depth}>`;
      },
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens);
        const target = resolveLink(href, place);
        return target === null ? text : `<a href="${escapeHtml(target)}">${text}</a>`;
      },
      code: ({ text, lang }) => codeBlock(text, lang ?? '').text,
      html: ({ text }) => (text.startsWith('<!--') ? '' : escapeHtml(text)),
      codespan: ({ text }) => `<code>${wrapping(escapeHtml(text))}</code>`,
      table(token) {
        return table(token, (cell) => this.parser.parseInline(cell.tokens));
      },
    },
  });
  return { body: new Html(marked.parse(markdown, { async: false })), headings };
}

/** Long names wrap after their underscores and slashes. */
function wrapping(name: string): string {
  return name.length > 12 ? name.replaceAll(/[_/](?=\w)/g, '$&<wbr>') : name;
}

/** Renders a description of the OpenAPI document. */
export function renderText(text: string): Html {
  return new Html(TEXT.parse(text, { async: false }));
}

/** Renders a description inside a line. */
export function renderLine(text: string): Html {
  return new Html(TEXT.parseInline(text, { async: false }));
}

/** Descriptions write `<` and `*` as text. */
const TEXT = new Marked({
  renderer: {
    html: ({ text }) => escapeHtml(text),
    link: ({ raw }) => escapeHtml(raw),
    em: ({ raw }) => escapeHtml(raw),
  },
});

/** The headings below the title; of equal ones, the later have a number in their id, as on GitHub. */
export function headingsOf(markdown: string): Heading[] {
  const seen = new Map<string, number>();
  const prose = markdown.replaceAll(/^```[\s\S]*?^```$/gm, '');
  return [...prose.matchAll(/^(#{2,6}) (.+)$/gm)].map(([, marks = '', title = '']) => {
    const text = title.replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1').replaceAll(/[`*]/g, '');
    const slug = slugOf(text);
    const count = seen.get(slug) ?? 0;
    seen.set(slug, count + 1);
    return { level: marks.length, id: count ? `${slug}-${count}` : slug, text };
  });
}

/** A URL from the page; null for a file that is not served. */
function resolveLink(href: string, { page, file, has }: Place): string | null {
  if (/^[a-z]+:/i.test(href) || href.startsWith('#')) return href;
  const [path = '', fragment] = href.split('#');
  const target = posix.join(posix.dirname(file), path);
  if (target === '../openapi.json') return linkToService(page, 'openapi.json');
  if (target === INDEX_FILE) return linkFrom(page, fragment ? `reference/${fragment}` : '');
  if (target === 'README.md') return linkFrom(page, '');
  const served = pageOfFile(target.replace(/\.md$/, ''));
  if (!target.endsWith('.md') || !has(served)) return null;
  return linkFrom(page, fragment === undefined ? served : `${served}#${fragment}`);
}

/** Each cell carries the title of its column, for narrow windows in which rows become lists. */
function table({ header, rows }: Tokens.Table, print: (cell: Tokens.TableCell) => string): string {
  const titles = header.map(print);
  const head = titles.map((title) => (title ? `<th scope="col">${title}</th>` : '<td></td>')).join('');
  const body = rows.map((row) => {
    const cells = row.map((cell, index) => {
      const title = plain(titles[index] ?? '').replace(/^./, (first) => first.toUpperCase());
      return `<td${title && ` data-title="${title}"`}>${print(cell)}</td>`;
    });
    return `<tr>${cells.join('')}</tr>`;
  });
  return `<table><thead><tr>${head}</tr></thead><tbody>${body.join('')}</tbody></table>`;
}

function plain(markup: string): string {
  return markup.replaceAll(/<[^>]+>/g, '').replaceAll('"', '&quot;');
}

function permalink(id: string, title: string): string {
  return `<a class="permalink" href="#${id}" aria-label="Link to ${title}">#</a>`;
}
