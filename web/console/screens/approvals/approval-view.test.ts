import { expect, test } from 'vitest';
import type { Approval } from '../../../api/generated/types.ts';
import { billRunOf, whatOf } from '../../../parts/waiting/approval-words.ts';
import { amountOf, areaOf, partOf, requestText, resultOf, targetOf } from './approval-view.ts';

const approval = (members: object = {}) =>
  ({
    ...{ status: 'PENDING', operationId: 'createCreditNote', method: 'POST', url: '/sandbox/x' },
    requestedBy: { type: 'USER', id: 'ann', name: 'Ann', userId: 'ann' },
    approvers: [{ id: 'bob', name: 'Bob' }],
    ...{ effects: [], effectCount: 0, totals: [] },
    ...members,
  }) as unknown as Approval;

test.each([
  // who     status      part
  ['ann', 'PENDING', 'requester'],
  ['bob', 'PENDING', 'approver'],
  ['eve', 'PENDING', 'watcher'],
  ['bob', 'APPROVED', null],
  ['ann', 'STALE', null],
])('%s of one that is %s: %s', (who, status, part) => {
  expect(partOf(approval({ status }), who)).toBe(part);
});

test('the person behind an API key asked, though the key sent it', () => {
  const requestedBy = { type: 'API_KEY', id: 'key.1', name: 'Key', userId: 'bob' };
  expect(partOf(approval({ requestedBy }), 'bob')).toBe('requester');
});

test('a request is named after its first effect, and counts the others', () => {
  const effects = [{ kind: 'FINALIZATION', action: 'ISSUE_INVOICE' }];
  expect(whatOf(approval({ effects, effectCount: 600 }))).toEqual({ action: 'ISSUE_INVOICE', more: 599 });
});

test('the amount is the first that is money', () => {
  const totals = [
    { kind: 'DELETION', count: 1 },
    { kind: 'REFUND', count: 1, amount: '80', currency: 'USD' },
  ];
  expect(amountOf(approval({ totals }))).toEqual({ amount: '80', currency: 'USD' });
  expect(amountOf(approval())).toEqual({ amount: undefined, currency: undefined });
});

test('a resource without a page has no link', () => {
  expect([areaOf('invoice'), areaOf('setting'), areaOf(undefined)]).toEqual(['invoices', null, null]);
});

test('the target is the resource of the first effect, or else the one in the path', () => {
  const url = '/sandbox/ext/v1/invoices/inv%2F1/credit_notes';
  expect(targetOf(approval({ url }))).toEqual({ area: 'invoices', id: 'inv/1' });
  const effects = [{ kind: 'DELETION', action: 'DELETE', subjectType: 'webhook', subjectId: 'wh.1' }];
  expect(targetOf(approval({ url, effects }))).toEqual({ area: 'webhooks', id: 'wh.1' });
  expect(targetOf(approval({ url: '/ext/v1/approval_policy' }))).toBeNull();
});

test('the confirmation of a bill run is about the bill run, not about its first invoice', () => {
  const effects = [
    { kind: 'FINALIZATION', action: 'ISSUE_INVOICE', subjectType: 'invoice', subjectId: 'inv.1' },
  ];
  const run = approval({ operationId: 'confirmJob', url: '/sandbox/jobs/job.1/confirm', effects });
  expect(billRunOf(run)).toBe('job.1');
  expect(targetOf(run)).toEqual({ area: 'bill-runs', id: 'job.1' });
  expect(billRunOf(approval({ url: '/sandbox/jobs/job.1/confirm', effects }))).toBeNull();
});

test('the request is indented, and keeps every digit', () => {
  const requestBody = '{"amount":12345678901234567890.12,"reason":"Outage"}';
  expect(requestText(approval({ requestBody }))).toBe(
    'POST /sandbox/x\n\n{\n  "amount": 12345678901234567890.12,\n  "reason": "Outage"\n}',
  );
  expect(requestText(approval())).toBe('POST /sandbox/x');
});

test('the result of a request that creates a document is that document', () => {
  expect(resultOf(approval({ response: '{"id":"inv.1"}' }))).toEqual({ area: 'invoices', id: 'inv.1' });
  expect(resultOf(approval())).toBeNull();
  expect(resultOf(approval({ operationId: 'archiveAccount', response: '{"id":"a"}' }))).toBeNull();
});
