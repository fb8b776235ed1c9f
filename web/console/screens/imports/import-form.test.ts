import { expect, test } from 'vitest';
import { problemsOf, readHeader, termsOf, termsOfCheck } from './import-form.ts';
import { canBeImported, percentOf, rejectedOf } from './import-view.ts';

test('a header is read with its delimiter, its first values, and the members of its names', () => {
  const read = readHeader('\uFEFFID;Primary e-mail;City;Note\r\nc1;"a;b";"Ber, lin";x\r\n', 'CUSTOMERS');
  expect(read).toEqual({
    delimiter: ';',
    columns: [
      { header: 'ID', example: 'c1', member: 'id' },
      { header: 'Primary e-mail', example: 'a;b', member: 'primaryEmail' },
      { header: 'City', example: 'Ber, lin', member: 'address.city' },
      { header: 'Note', example: 'x', member: '' },
    ],
  });
});

test.each([
  ['attributes.calls', 'EVENTS', 'attributes.calls'],
  ['metadata.region', 'ACCOUNTS', 'metadata.region'],
  ['metadata.', 'ACCOUNTS', ''],
  ['address.city', 'ACCOUNTS', 'address.city'],
  ['account.id', 'CUSTOMERS', 'account.id'],
  ['customerId', 'CUSTOMERS', ''],
] as const)('the column %s of %s is %j', (header, type, member) => {
  expect(readHeader(`${header}\n`, type)?.columns[0]?.member).toBe(member);
});

test('a file without a header is none', () => {
  expect([readHeader('', 'EVENTS'), readHeader('\n\n', 'EVENTS')]).toEqual([null, null]);
});

const column = (header: string, member: string) => ({ header, member, example: '' });

test('two columns cannot be one member, and one has to be assigned', () => {
  expect(problemsOf([column('a', 'id'), column('b', ' id '), column('c', '')])).toEqual({
    isEmpty: false,
    byColumn: [null, 'twice', null],
  });
  expect(problemsOf([column('a', ' ')]).isEmpty).toBe(true);
});

test('ignored columns are not sent, and a check is imported with its own terms', () => {
  const read = { delimiter: ';' as const, columns: [column('A', ' id '), column('B', '')] };
  expect(termsOf('EVENTS', read, { dryRun: true })).toEqual({
    ...{ type: 'EVENTS', delimiter: ';', dryRun: true, columns: { A: 'id' } },
  });
  const checked = { type: 'EVENTS', delimiter: ',', defaults: { name: 'x' }, dryRun: true } as never;
  expect(termsOfCheck(checked)).toEqual({
    ...{ type: 'EVENTS', delimiter: ',', defaults: { name: 'x' }, dryRun: false },
  });
});

test('rejected rows are read from the results, with reasons that contain commas and line ends', () => {
  const rows = ['2,c1,CREATED,', '3,c2,FAILED,"name: is required, ""x""\nand"', '4,,UNCHANGED,'];
  const csv = ['line,id,status,error', ...rows].join('\r\n');
  expect(rejectedOf(csv)).toEqual([{ line: '3', id: 'c2', error: 'name: is required, "x"\nand' }]);
});

test('progress is in per cent, and a check without a row to create is not imported', () => {
  expect([percentOf({ takenRows: 1 }), percentOf({ takenRows: 1, totalRows: 3 })]).toEqual([0, 33]);
  const checked = { dryRun: true, status: 'COMPLETED', createdRows: 1 } as const;
  expect(canBeImported(checked)).toBe(true);
  expect(canBeImported({ ...checked, dryRun: false })).toBe(false);
  expect(canBeImported({ ...checked, status: 'RUNNING' })).toBe(false);
  expect(canBeImported({ ...checked, createdRows: 0 })).toBe(false);
});
