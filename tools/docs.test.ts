import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const find = (pattern: string): string[] => globSync(pattern, { cwd: ROOT }).sort();

const PAGES = find('{README,CONTRIBUTING,STYLE,CHANGELOG,docs/**/*}.md');
const RECORDS = find('docs/decisions/[0-9]*.md');
const CODE = find('{src,test,tools,bench,migrations}/**/*.{ts,mjs,sql}').map(read).join('\n');

const REPOSITORY_PATH = /(?<![\w./-])(?:src|test|tools|docs|bench|migrations|\.ci)\/[\w./-]*[\w/]/g;
/** `CONTRIBUTING.md` walks through an area that does not exist. */
const EXAMPLE = /^src\/areas\/widgets\//;
const LINK = /\]\((?!https?:|#)([^)\s#]+)[^)]*\)/g;
/** A name of the code in backticks: `computeInvoice`, and not `Error-Code` or `POST /ingest`. */
const CODE_NAME = /`([a-z]+(?:[A-Z][a-z0-9]*)+)(?:\(\))?`/g;

it('the pages, the records and the code were found', () => {
  expect(PAGES).toContain('README.md');
  expect(PAGES).toContain('docs/tour.md');
  expect(RECORDS.length).toBeGreaterThan(8);
  expect(CODE).toContain('computeInvoice');
});

describe.each(PAGES)('%s', (page) => {
  const text = read(page);

  it('names only files that exist', () => {
    const paths = [...text.matchAll(REPOSITORY_PATH)].map(([path]) => path);
    expect(paths.filter((path) => !EXAMPLE.test(path) && !existsSync(join(ROOT, path)))).toEqual([]);
  });

  it('links only to files that exist', () => {
    const targets = [...text.matchAll(LINK)].map(([, target = '']) => join(dirname(page), target));
    expect(targets.filter((target) => !existsSync(join(ROOT, target)))).toEqual([]);
  });
});

// Style and contributing speak of names in general.
it.each(PAGES.filter((page) => !/^(?:STYLE|CONTRIBUTING)/.test(page)))(
  '%s names what the code has',
  (page) => {
    const names = [...read(page).matchAll(CODE_NAME)].map(([, name = '']) => name);
    expect(names.filter((name) => !CODE.includes(name))).toEqual([]);
  },
);

describe('decision records', () => {
  it('are numbered without gaps from the template on', () => {
    expect(RECORDS.map(numberOf)).toEqual(RECORDS.map((_, index) => String(index).padStart(4, '0')));
  });

  it.each(RECORDS.slice(1))('%s has its number, its status and the sections, on one page', (path) => {
    const lines = read(path).trimEnd().split('\n');
    expect(lines[0]).toMatch(new RegExp(`^# ${numberOf(path)} \\S.{10,}`));
    expect(lines[2]).toMatch(/^Status: (?:proposed|accepted|replaced by \d{4})\. Date: \d{4}-\d\d-\d\d\.$/);
    const sections = ['## Context', '## Decision', '## Rejected', '## Consequences'];
    expect(lines.filter((line) => line.startsWith('#')).slice(1)).toEqual(sections);
    expect(lines.length).toBeLessThanOrEqual(40);
  });
});

function numberOf(path: string): string {
  return path.slice('docs/decisions/'.length).slice(0, 4);
}
