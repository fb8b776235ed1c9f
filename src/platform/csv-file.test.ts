import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { longestTurnMs } from '#test/longest-turn.ts';
import { parseCsv } from '#test/report-scenario.ts';
import { openCsvFile } from './csv-file.ts';

const COLUMNS = [
  { header: '=name', isNumeric: false },
  { header: 'amount', isNumeric: true },
];

it('what was written is read back, but what begins like a formula stands behind an apostrophe', async () => {
  const texts = [
    '=1',
    '+1',
    '-1',
    '@x',
    '\tx',
    '\rx',
    '＝1',
    '',
    ' =1',
    "'=1",
    'a,"b"',
    'two\r\nlines',
    'ö😀',
  ];
  const file = await openCsvFile(COLUMNS);
  for (const text of texts) await file.write([[text, '-1.5']]);
  await file.write([[null, null]]);
  const { path, sha256, sizeBytes, rows } = await file.end();
  const bytes = await readFile(path);
  expect([sizeBytes, sha256]).toEqual([bytes.length, createHash('sha256').update(bytes).digest('hex')]);
  expect(rows).toBe(texts.length + 1);
  const [header, ...read] = parseCsv(bytes.toString());
  expect(header).toEqual(["'=name", 'amount']);
  expect(read).toEqual([...texts.map((text, index) => [index < 7 ? `'${text}` : text, '-1.5']), ['', '']]);
  await file.dispose();
  expect(existsSync(path)).toBe(false);
});

it('a file that is not ended is removed as well', async () => {
  const file = await openCsvFile(COLUMNS);
  await file.write([['a', '1']]);
  await file.dispose();
  await file.dispose();
});

it('a hundred thousand rows do not stay in memory', async () => {
  const file = await openCsvFile(COLUMNS);
  const chunk = Array.from({ length: 1000 }, () => ['x'.repeat(200), '1']);
  const before = process.memoryUsage().heapUsed;
  for (let n = 0; n < 100; n++) await file.write(chunk);
  const grown = process.memoryUsage().heapUsed - before;
  expect((await file.end()).sizeBytes).toBeGreaterThan(20_000_000);
  expect(grown).toBeLessThan(100_000_000);
  await file.dispose();
});

it('a thousand rows with all the cells that a report may have do not hold the event loop', async () => {
  const columns = Array.from({ length: 30 }, (_, i) => ({ header: `column ${i}`, isNumeric: false }));
  const rows = Array.from({ length: 1000 }, (_, n) =>
    columns.map(({ header }) => `${'"x'.repeat(125)} ${header} ${n}`),
  );
  const file = await openCsvFile(columns);
  let min = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < 4 && min > 50; tries++)
    min = Math.min(min, await longestTurnMs(() => file.write(rows)));
  expect(min).toBeLessThan(50);
  await file.dispose();
});
