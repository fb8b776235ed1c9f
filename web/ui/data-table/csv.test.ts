import { expect, test } from 'vitest';
import { looksOf } from '../look.ts';
import { type Column, money, status, text, time } from './columns.tsx';
import { csvOf } from './csv.ts';

interface Row {
  name: string;
  state: 'PAID' | 'VOID';
  amount: string;
  at: string;
}

const looks = looksOf<Row['state']>({ PAID: { tone: 'good' }, VOID: { tone: 'neutral' } });
const columns: readonly Column<Row>[] = [
  text('name', ({ name }) => name),
  status('status', ({ state }) => looks.look(state)),
  money('total', ({ amount }) => ({ amount, currency: 'USD' })),
  time('at', ({ at }) => at),
];
const WORDS: Record<string, string> = {
  'status.PAID': 'Bezahlt',
  'status.VOID': 'Storniert',
  total: 'Summe',
};
const say = (key: string) => WORDS[key] ?? key;
const row = (name: string, amount: string): Row => ({
  ...{ name, amount, state: 'VOID', at: '2026-01-31T00:00:00Z' },
});

test('headings and statuses in the words of the screen, amounts and times exact', () => {
  expect(csvOf(columns, [row('Acme', '12345678901234567890.10')], say).split('\r\n')).toEqual([
    'name,status,Summe,at',
    'Acme,Storniert,12345678901234567890.10,2026-01-31T00:00:00Z',
  ]);
});

test.each([
  ['a, b', '"a, b"'],
  ['say "hi"', '"say ""hi"""'],
  ['two\nlines', '"two\nlines"'],
  // A spreadsheet would compute these.
  ['=1+1', "'=1+1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['-cmd', "'-cmd"],
  ['+1', "'+1"],
])('the name %j is written %j', (name, cell) => {
  expect(csvOf(columns, [row(name, '1')], say).split('\r\n')[1]).toBe(
    `${cell},Storniert,1,2026-01-31T00:00:00Z`,
  );
});

test('a negative amount stays a number', () => {
  expect(csvOf(columns, [row('a', '-12.50')], say)).toContain(',-12.50,');
});
