import { expect, it } from 'vitest';
import { readMailAddress, readRecipients, readSender } from './mail-address.ts';

it.each([
  ['pay@acme.example', 'pay@acme.example'],
  ['Pay.Desk+invoices@ACME.Example', 'Pay.Desk+invoices@acme.example'],
  ['billing@localhost', 'billing@localhost'],
  ['kasse@münchen.example', 'kasse@xn--mnchen-3ya.example'],
  ['rechnung-größe@acme.example', 'rechnung-größe@acme.example'],
  ['', null],
  ['acme.example', null],
  ['@acme.example', null],
  ['pay@', null],
  ['pay@acme..example', null],
  ['pay@-acme.example', null],
  ['a@b@c.example', null],
  ['pay@acme.example\r\nBcc: all@acme.example', null],
  ['pay@acme.example\n', null],
  ['pay\u0000@acme.example', null],
  ['pay\u202e@acme.example', null],
  ['pay@acme.example,other@acme.example', null],
  ['<pay@acme.example>', null],
  ['"a b"@acme.example', null],
  ['pay(comment)@acme.example', null],
  ['pay @acme.example', null],
  ['pay@[127.0.0.1]', null],
  [`${'a'.repeat(65)}@acme.example`, `${'a'.repeat(65)}@acme.example`],
  [`${'a'.repeat(308)}@acme.examples`, null], // 321 characters
  [`a@${'b'.repeat(64)}.example`, null],
])('%j is read as %j', (text, address) => {
  expect(readMailAddress(text)).toBe(address);
});

it.each([
  ['Billing <billing@acme.example>', { name: 'Billing', address: 'billing@acme.example' }],
  ['billing@acme.example', { name: '', address: 'billing@acme.example' }],
  ['  Grüße & Co.  <a@b.example> ', { name: 'Grüße & Co.', address: 'a@b.example' }],
  ['Billing <billing>', null],
  ['Billing\r\nBcc: x <a@b.example>', null],
  ['"Billing" <a@b.example>', null],
  ['a@b.example, c@d.example', null],
])('the sender %j is read as %j', (text, sender) => {
  expect(readSender(text)).toEqual(sender);
});

it('recipients are taken once whatever their case, those of the first list first, up to the limit', () => {
  const read = (lists: string[][], max = 20) =>
    readRecipients(lists, max).map(({ address, list }) => `${list} ${address}`);
  const to = ['a@x.example', 'no address', ' b@x.example '];
  expect(read([to, ['A@X.example', 'c@x.example']])).toEqual([
    '0 a@x.example',
    '0 b@x.example',
    '1 c@x.example',
  ]);
  const many = Array.from({ length: 15 }, (_, i) => `${i}@x.example`);
  const cc = Array.from({ length: 15 }, (_, i) => `cc${i}@x.example`);
  expect(read([many, cc]).map((text) => text[0])).toEqual([...Array(15).fill('0'), ...Array(5).fill('1')]);
});
