import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const find = (pattern: string): string[] => globSync(pattern, { cwd: ROOT }).sort();

const PAGES = find('{README,CONTRIBUTING,STYLE,CHANGELOG,SECURITY,CODE_OF_CONDUCT,docs/**/*}.md');
const RECORDS = find('docs/decisions/[0-9]*.md');
const INDEX = 'docs/decisions/README.md';
const CODE = find('{src,test,tools,bench,migrations}/**/*.{ts,mjs,sql}').map(read).join('\n');

const REPOSITORY_PATH = /(?<![\w./-])(?:src|test|tools|docs|bench|migrations|\.ci)\/[\w./-]*[\w/]/g;
/** `CONTRIBUTING.md` walks through an area that does not exist. */
const EXAMPLE = /^src\/areas\/widgets\//;
const STATE = /(?:proposed|accepted(?:, amended by \d{4}(?:, \d{4})*)?|superseded by \d{4})/;
const STATUS = new RegExp(`^Status: ${STATE.source}\\. Date: \\d{4}-\\d\\d-\\d\\d\\.$`);
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

it('docs/README.md leads to every page', () => {
  const pages = PAGES.filter(
    (page) => /^docs\/(?:(?:api|guides)\/)?[\w-]+\.md$/.test(page) && page !== 'docs/README.md',
  );
  expect(pages).toContain('docs/guides/late-events.md');
  const index = read('docs/README.md');
  expect(pages.filter((page) => !index.includes(`](${page.slice('docs/'.length)})`))).toEqual([]);
});

describe('decision records', () => {
  it('are numbered without gaps from the template on', () => {
    expect(RECORDS.map(numberOf)).toEqual(RECORDS.map((_, index) => String(index).padStart(4, '0')));
  });

  it.each(RECORDS.slice(1))('%s has its number, its status and the sections, on one page', (path) => {
    const lines = read(path).trimEnd().split('\n');
    expect(lines[0]).toMatch(new RegExp(`^# ${numberOf(path)} \\S.{10,}`));
    expect(lines[2]).toMatch(STATUS);
    const successor = stateOf(path).match(/^superseded by (\d{4})/)?.[1];
    const sections = successor ? [] : ['## Context', '## Decision', '## Rejected', '## Consequences'];
    expect(lines.filter((line) => line.startsWith('#')).slice(1)).toEqual(sections);
    expect(lines.length).toBeLessThanOrEqual(successor ? 10 : 40);
    if (successor) expect(lines.slice(4).join('\n')).toContain(`](${fileOf(successor)})`);
  });

  it('are listed by the index once each, with the state that they have', () => {
    const rows = [...read(INDEX).matchAll(/^\| \[(\d{4})\]\(([^)]+)\) \| ([^|]+) \| ([^|]+) \|$/gm)];
    const listed = rows.map(([, number, file, , state]) => ({ number, file, state }));
    const stored = RECORDS.slice(1).map((path) => ({
      number: numberOf(path),
      file: basename(path),
      state: stateOf(path),
    }));
    expect(listed.sort((one, other) => Number(one.number) - Number(other.number))).toEqual(stored);
    const summaries = rows.map(([, , , summary = '']) => summary);
    expect(summaries.filter((summary) => !/^[A-Z`].{20,118}\.$/.test(summary))).toEqual([]);
  });

  it('are amended and superseded by later records that exist', () => {
    const earlier = RECORDS.slice(1).flatMap((path) =>
      [...stateOf(path).matchAll(/\d{4}/g)].filter(([by]) => by <= numberOf(path) || !fileOf(by)),
    );
    expect(earlier).toEqual([]);
  });
});

/** As the index says it: `in force`, `in force, amended by 0042`, `superseded by 0052`. */
function stateOf(path: string): string {
  const [, state = ''] = read(path).match(/^Status: (.+)\. Date: /m) ?? [];
  return state.replace(/^accepted/, 'in force');
}

function fileOf(number: string): string {
  return basename(RECORDS.find((path) => numberOf(path) === number) ?? '');
}

function numberOf(path: string): string {
  return path.slice('docs/decisions/'.length).slice(0, 4);
}
