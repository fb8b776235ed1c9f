import { expect, test } from 'vitest';
import { canBeResent, lastResult, recordFilters, recordOf, textOf } from './mail-view.ts';

test.each([
  [
    { kind: 'INVOICE', invoiceId: 'inv.1' },
    { area: 'invoices', id: 'inv.1' },
  ],
  [
    { kind: 'ALERT', alertId: 'alert.1' },
    { area: 'alerts', id: 'alert.1' },
  ],
  [
    { kind: 'APPROVAL', recordId: 'appr.1' },
    { area: 'approvals', id: 'appr.1' },
  ],
  [
    { kind: 'WEBHOOK_DISABLED', recordId: 'wh.1' },
    { area: 'webhooks', id: 'wh.1' },
  ],
  [{ kind: 'INVITATION' }, { area: 'team', id: null }],
  [{ kind: 'PORTAL_PASSWORD' }, null],
  // Of a version without kinds, whose invoice is known.
  [
    { kind: 'OTHER', invoiceId: 'inv.2' },
    { area: 'invoices', id: 'inv.2' },
  ],
  [{ kind: 'OTHER' }, null],
] as const)('%j leads to %j', (mail, record) => expect(recordOf(mail)).toEqual(record));

test.each([
  ['SENT', ['a@b.example'], [], true],
  ['FAILED', [], ['c@d.example'], true],
  ['FAILED', [], [], false],
  ['PENDING', ['a@b.example'], [], false],
  ['RETRYING', ['a@b.example'], [], false],
] as const)('%s to %j and %j: can be sent again is %j', (status, to, cc, can) =>
  expect(canBeResent({ status, to: [...to], cc: [...cc] })).toBe(can),
);

test('the place of a secret is hidden, and the words of a customer are not', () => {
  const text = 'https://a.example/#token=KEPT-SECRET';
  expect(textOf({ kind: 'INVITATION', text })).toBe('https://a.example/#token=••••••••');
  expect(textOf({ kind: 'INVOICE', text })).toBe(text);
});

test('the last response is that of the newest attempt, else its error', () => {
  const attempt = { number: 2, startedAt: '', durationMs: 1, way: 'SMTP', messageId: 'm' } as const;
  const failed = { ...attempt, accepted: [], refused: [], error: 'timed out' };
  expect(lastResult({ attempts: [failed, { ...failed, response: '250 ok' }] })).toBe('timed out');
  expect(lastResult({ attempts: [{ ...failed, response: '452 full', statusCode: 452 }] })).toBe('452 full');
  expect(lastResult({ attempts: [] })).toBeNull();
});

test('what a link has narrowed the list to is said', () => {
  expect(recordFilters({ customer_id: 'acme' })).toEqual([{ name: 'customer_id', id: 'acme' }]);
  expect(recordFilters({})).toEqual([]);
});
