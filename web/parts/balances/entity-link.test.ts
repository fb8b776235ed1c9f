import { expect, test } from 'vitest';
import { invoiceOf, linkOf } from './entity-link.ts';

test.each<[string | undefined, string | null]>([
  ['inv.0XLdj8wi.VKqBh82', 'invoices'],
  ['cred.0XLdj8wi.VKqBh82', 'credits'],
  ['payment.0XLdj8wi.VKqBh82', 'payments'],
  ['purchase.0XLdj8wi.VKqBh82', null],
  ['constructor.x', null],
  [undefined, null],
])('%s', (id, area) => expect(linkOf(id)?.area ?? null).toBe(area));

test('only invoices are explained', () => {
  expect([invoiceOf('inv.1'), invoiceOf('cred.1')]).toEqual(['inv.1', undefined]);
});
