import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SENTENCES } from './sentences/table.ts';

/**
 * Every sentence of the interface document has a test, and every test beside this one stands for a sentence.
 */
const rows = SENTENCES.flatMap(({ heading, sentences }) => sentences.map((row) => ({ heading, ...row })));
const files = readdirSync(import.meta.dirname).filter(
  (name) => name.endsWith('.test.ts') && name !== 'sentences.test.ts',
);
const TITLE = /(?:\b(?:it|test)|\]\)|each\))\(\s*(['"`])((?:\\.|(?!\1).)+)\1/g;
const titles = new Map(files.map((file) => [file, titlesOf(file)]));

function titlesOf(file: string): string[] {
  const text = readFileSync(join(import.meta.dirname, file), 'utf8');
  const found = [...text.matchAll(TITLE)].map(([, , title = '']) => title);
  // A parser that overlooks a test would let a sentence pass for tested.
  const tests = text.match(/^ *(?:it|test)(?:\.each)?\(/gm) ?? [];
  expect([file, found.length]).toEqual([file, tests.length]);
  return found;
}

describe('the table of sentences', () => {
  it('names a test for each of them', () => {
    const missing = rows.filter(({ file, title }) => !titles.get(file)?.includes(title));
    expect(missing).toEqual([]);
  });

  it('says each thing once', () => {
    const claims = rows.map(({ heading, claim }) => `${heading}: ${claim}`);
    expect(claims.filter((claim, i) => claims.indexOf(claim) !== i)).toEqual([]);
    expect(rows.every(({ claim, title }) => claim.trim() && title.trim())).toBe(true);
  });

  it('has a sentence for each test', () => {
    const named = new Set(rows.map(({ file, title }) => `${file}: ${title}`));
    const orphans = files.flatMap((file) =>
      (titles.get(file) ?? [])
        .filter((title) => !named.has(`${file}: ${title}`))
        .map((title) => `${file}: ${title}`),
    );
    expect(orphans).toEqual([]);
  });

  it('is as long as the document', () => {
    // A row that goes missing is noticed here: who takes one out says so.
    expect([SENTENCES.length, rows.length]).toEqual([26, 262]);
  });
});
