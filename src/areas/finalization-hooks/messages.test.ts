import { expect, it } from 'vitest';
import { readReply } from './messages.ts';

const tax = (rate: unknown, name: unknown = 'VAT') => ({ taxes: [{ name, rate }] });

it.each<[kind: 'TAX' | 'E_INVOICE', status: number, body: unknown, expected: unknown]>([
  ['TAX', 200, { taxes: [] }, { taxes: [] }],
  ['TAX', 200, tax('0.20'), tax('0.2')],
  ['TAX', 200, tax('1'), tax('1')],
  ['TAX', 201, { ...tax('0'), more: true }, tax('0')],
  ['TAX', 200, tax('1.0001'), null],
  ['TAX', 200, tax('-0.1'), null],
  ['TAX', 200, tax('20 %'), null],
  ['TAX', 200, tax(0.2), null],
  ['TAX', 200, tax('0.2', ''), null],
  ['TAX', 200, tax('0.2', 'x'.repeat(101)), null],
  ['TAX', 200, tax('0.2', 'a\nb'), null],
  ['TAX', 200, { taxes: [...tax('0.1').taxes, ...tax('0.2').taxes] }, null],
  ['TAX', 200, { reference: 'R1' }, null],
  ['E_INVOICE', 200, { reference: 'R1' }, { reference: 'R1' }],
  ['E_INVOICE', 200, { reference: 'R1', url: 'https://a.b/c' }, { reference: 'R1', url: 'https://a.b/c' }],
  ['E_INVOICE', 200, { reference: '' }, null],
  ['E_INVOICE', 200, { reference: 'x'.repeat(256) }, null],
  ['E_INVOICE', 200, { reference: 'R1', url: 'javascript:alert(1)' }, null],
  ['E_INVOICE', 200, { reference: 'R1', url: 'https://a.b/ c' }, null],
  ['E_INVOICE', 200, tax('0.2'), null],
  ['E_INVOICE', 202, {}, 'PENDING'],
  ['TAX', 200, { status: 'PENDING' }, 'PENDING'],
  ['TAX', 200, { status: 'DONE' }, null],
])('%s %i %j is %j', (kind, status, body, expected) => {
  expect(readReply(kind, { status, body: JSON.stringify(body) })).toEqual(expected);
});

it.each([null, '', 'taxes', '[', '"R1"'])('%j is no response', (body) => {
  for (const kind of ['TAX', 'E_INVOICE'] as const) expect(readReply(kind, { status: 200, body })).toBeNull();
});
