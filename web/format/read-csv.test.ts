import { expect, test } from 'vitest';
import { readCsv } from './read-csv.ts';

const cellsOf = (text: string) =>
  readCsv(text).records.map(({ line, cells }) => `${line}: ${cells.join('|')}`);

/** Many times what it takes, because other tests run beside it; quadratic work takes longer. */
const LIMIT_MS = 3000;

test.each<[string, string, string[]]>([
  ['nothing', '', []],
  ['a header and a row', 'a,b\n1,2', ['1: a|b', '2: 1|2']],
  ['a byte order mark and line ends of Windows', '\uFEFFa,b\r\n1,2\r\n', ['1: a|b', '2: 1|2']],
  ['semicolons, with decimal commas', 'a;b\n1,5;2', ['1: a|b', '2: 1,5|2']],
  ['tabs, as from a spreadsheet', 'a\tb\n1\t2', ['1: a|b', '2: 1|2']],
  ['quoted marks and quotation marks', 'a,b\n"x, ""y""",2', ['1: a|b', '2: x, "y"|2']],
  ['a line end in a cell', 'a,b\n"x\ny",2\n3,4', ['1: a|b', '2: x\ny|2', '4: 3|4']],
  ['empty lines and lines of marks', 'a,b\n\n,\n1,2\n', ['1: a|b', '4: 1|2']],
  ['empty cells', 'a,b,c\n,2,', ['1: a|b|c', '2: |2|']],
])('%s', (_, text, expected) => expect(cellsOf(text)).toEqual(expected));

test('a quotation mark that is never closed is named by its line', () => {
  const { records, openQuoteLine } = readCsv('a,b\n1,2\n"3,4\n5,6');
  expect([records.length, openQuoteLine]).toEqual([3, 3]);
});

test('a megabyte is read at once', () => {
  const text = `a,b\n${'"some text, and more",12345.67\n'.repeat(33_000)}`;
  const begin = performance.now();
  expect(readCsv(text).records).toHaveLength(33_001);
  expect(performance.now() - begin).toBeLessThan(LIMIT_MS);
  // Quotation marks alone are the worst case: each opens a cell that the next one closes.
  expect(readCsv('"'.repeat(1_000_000)).records.length).toBeLessThanOrEqual(1);
});
