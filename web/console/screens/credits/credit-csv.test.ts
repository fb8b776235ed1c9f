import { expect, test } from 'vitest';
import { MAX_ROWS, readCreditCsv } from './credit-csv.ts';

const defaults = { purpose: 'Outage', today: '2030-01-10' };
const read = (text: string) => readCreditCsv(text, defaults);
const problemsOf = (...lines: string[]) =>
  read(['account,amount,purpose,from,until,priority', ...lines].join('\n')).rows.map(
    ({ line, problem }) => `${line} ${problem}`,
  );

test('each row has its own problem', () => {
  expect(
    problemsOf(
      'acme,10',
      ',10',
      'acme,ten',
      'acme,0',
      'acme,-1',
      'acme,1,,2030-02-30',
      'acme,1,,2030-02-01,31.12.2030',
      'acme,1,,2030-02-01,2030-01-31',
      'acme,1,,,,0',
      'acme,1,,,,1.5',
      `acme,1,${'x'.repeat(256)}`,
    ),
  ).toEqual([
    '2 null',
    '3 accountMissing',
    '4 amountInvalid',
    '5 amountInvalid',
    '6 amountInvalid',
    '7 fromInvalid',
    '8 untilInvalid',
    '9 untilReversed',
    '10 priorityInvalid',
    '11 priorityInvalid',
    '12 tooLong',
  ]);
  expect(readCreditCsv('account,amount\nacme,1', { ...defaults, purpose: ' ' }).rows[0]?.problem).toBe(
    'purposeMissing',
  );
});

/** Many times what it takes, because other tests run beside it; quadratic work takes longer. */
const LIMIT_MS = 3000;

test.each<[string, string, string | null, string]>([
  ['an empty text', '', null, ''],
  ['no column of amounts', 'account,purpose\nacme,x', 'columnsMissing', 'amount'],
  ['a column that means nothing', 'account,amount,colour\nacme,1,red', 'columnsUnknown', 'colour'],
  ['an open quotation mark', 'account,amount\nacme,"1', 'openQuote', '2'],
  ['too many rows', `account,amount\n${'acme,1\n'.repeat(MAX_ROWS + 1)}`, 'tooMany', '1001'],
  ['too much text', 'x'.repeat(1_000_001), 'tooLarge', ''],
])('%s', (_, text, problem, detail) => {
  expect(read(text)).toEqual({ rows: [], problem, detail });
});

test('a row becomes a grant with every digit, and names may be written with capitals and spaces', () => {
  const { rows } = read('Account,Amount,Applies to,Origin,Key\nacme,1000.05,usage meter-1,ticket,once');
  expect(JSON.stringify(rows[0]?.grant)).toBe(
    '{"accountId":"acme","purpose":"Outage","creditAmount":1000.05,"effectiveFrom":"2030-01-10",' +
      '"priority":10,"applicableEntityIds":["ALL_USAGE_METER_RATE_CARDS","meter-1"],"grantorId":"ticket",' +
      '"idempotencyKey":"once"}',
  );
});

test('the keys of the same file are the same, and equal rows of it have different ones', () => {
  const keysOf = (text: string) => read(text).rows.map(({ grant }) => grant?.idempotencyKey);
  const file = 'account,amount\nacme,1\nacme,1\nacme,2';
  expect(keysOf(file)).toEqual(keysOf(file));
  expect(new Set(keysOf(file)).size).toBe(3);
});

test('the largest file is read at once', () => {
  const row = `acme,1,"${'x'.repeat(240)}",2030-02-01,,5,"${'meter-12 '.repeat(70)}"\n`;
  const text = `account,amount,purpose,from,until,priority,applies_to\n${row.repeat(MAX_ROWS)}`;
  expect(text.length).toBeLessThan(1_000_000);
  const begin = performance.now();
  expect(read(text).rows).toHaveLength(MAX_ROWS);
  expect(performance.now() - begin).toBeLessThan(LIMIT_MS);
});
