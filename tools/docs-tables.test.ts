import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readConfig } from '#config';
import { createMetrics } from '#platform/http/metrics.ts';
import { SURROUNDINGS } from '#platform/open-browser.ts';

const read = (page: string) => readFileSync(join(import.meta.dirname, '../docs', page), 'utf8');

/** The names in backticks in the first column of every table. */
function firstColumn(page: string, name: RegExp): string[] {
  const cells = read(page)
    .split('\n')
    .flatMap((line) => /^\| (`[^|]*) \|/.exec(line)?.[1] ?? []);
  return cells
    .flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, each = '']) => each))
    .filter((each) => name.test(each));
}

it('docs/settings.md lists every environment variable that the service reads, once', () => {
  const names = new Set<string>();
  readConfig(new Proxy({}, { get: (_, name) => void names.add(String(name)) }));
  for (const name of SURROUNDINGS) names.delete(name);
  expect(names.size).toBeGreaterThan(30);
  expect(firstColumn('settings.md', /^[A-Z]/).sort()).toEqual([...names].sort());
});

it('docs/metrics.md lists every metric of the product, once', async () => {
  const exposition = await createMetrics().print();
  const names = [...exposition.matchAll(/^# TYPE (tallymark_\w+)/gm)].map(([, name = '']) => name);
  expect(names.length).toBeGreaterThan(5);
  expect(firstColumn('metrics.md', /^tallymark_/).sort()).toEqual(names.sort());
});
