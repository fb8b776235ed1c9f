import { errorTarget, objectPage, type Target } from './links.ts';
import { type Heading, headingsOf } from './markdown.ts';
import type { Article, Model } from './model.ts';

/** One result: its kind, page, title, a line below the title, and further text that is searched. */
export type SearchEntry = readonly [
  kind: 'Operation' | 'Area' | 'Object' | 'Error' | 'Page',
  target: Target,
  title: string,
  line: string,
  text: string,
];

/** Longer texts are cut: the words that matter come first. */
const LONGEST_TEXT = 800;

/** Everything that readers can search for, in steps. */
export function* searchEntries(model: Model): Generator<undefined, readonly SearchEntry[]> {
  const entries: SearchEntry[] = [];
  for (const { page, title, about, operations } of model.areas.values()) {
    entries.push(['Area', page, title, about, '']);
    for (const { id, method, path, summary, description } of operations)
      entries.push([
        ...(['Operation', `${page}#${id}`, summary] as const),
        ...([`${method} ${path}`, `${id} ${cut(description)}`] as const),
      ]);
    yield;
  }
  for (const article of model.articles.values()) {
    entries.push(...articleEntries(article));
    yield;
  }
  for (const [code, { status, message }] of model.errors)
    entries.push(['Error', errorTarget(code), code, `${status} · ${message}`, code.replaceAll('_', ' ')]);
  yield;
  for (const [name, { description = '', properties = {} }] of model.schemas)
    entries.push([
      'Object',
      objectPage(name),
      name,
      cut(description),
      spaced([name, ...Object.keys(properties)]),
    ]);
  return entries;
}

/** The page as a whole, and each of its sections. */
function articleEntries({ page, title, markdown }: Article): SearchEntry[] {
  const pieces = markdown.replaceAll(/^```[\s\S]*?^```$/gm, '').split(/^#{2,6} .+$/m);
  const headings: (Heading | null)[] = [null, ...headingsOf(markdown)];
  return headings.map((heading, index) => {
    const text = cut((pieces[index] ?? '').replace(/^# .+$/m, '').replaceAll(/[`*|]|\]\([^)]*\)|\[/g, ' '));
    return heading
      ? ['Page', `${page}#${heading.id}`, heading.text, title, text]
      : ['Page', page, title, text.slice(0, 120), text];
  });
}

function cut(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim().slice(0, LONGEST_TEXT);
}

/** `createdAt` is found by its words, too. */
function spaced(names: readonly string[]): string {
  return names.map((name) => name.replaceAll(/([a-z])([A-Z])/g, '$1 $2')).join(' ');
}
