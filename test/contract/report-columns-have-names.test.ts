import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { SOURCES } from '#areas/reports/sources.ts';

const columns = new Set(SOURCES.flatMap((source) => source.columns.map(({ name }) => name)));

test.each(['en', 'de'])('the console names every column of every source: %s', (language) => {
  const path = resolve(import.meta.dirname, `../../web/messages/${language}/reports.json`);
  const texts: Record<string, string> = JSON.parse(readFileSync(path, 'utf8'));
  expect(columns.size).toBeGreaterThan(50);
  expect([...columns].filter((name) => !texts[`column.${name}`])).toEqual([]);
  const named = Object.keys(texts).flatMap((key) => /^column\.(.*)/.exec(key)?.[1] ?? []);
  expect(named.filter((name) => !columns.has(name))).toEqual([]);
});
