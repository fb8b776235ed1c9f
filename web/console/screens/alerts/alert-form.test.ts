import { expect, it } from 'vitest';
import { alertForm, fieldsOf } from './alert-form.ts';
import { backtestOf, changeBody, createBody } from './alert-request.ts';
import type { AlertFields } from './alert-terms.ts';

const say = Object.assign((key: string) => key, { count: (key: string) => key }) as never;
const { initial, check } = alertForm(say, { kind: 'USAGE_THRESHOLD', watched: 'meter.1', limit: '1,000.5' });

it.each<[Partial<AlertFields>, object]>([
  [{}, {}],
  [{ watched: '' }, { watched: 'usageMeterId.needed' }],
  [{ limit: '' }, { limit: 'limitInvalid' }],
  [{ limit: '-1' }, { limit: 'limitInvalid' }],
  [{ kind: 'UNMATCHED_EVENTS', watched: '' }, {}],
  [{ kind: 'WALLET_BALANCE' }, { account: 'accountNeeded' }],
  [{ kind: 'INVOICE_DUE', limit: '366' }, { limit: 'daysInvalid' }],
  [{ kind: 'INVOICE_DUE', limit: '1.5' }, { limit: 'daysInvalid' }],
  [{ kind: 'INVOICE_DUE', limit: '0' }, {}],
  [{ validity: '0' }, { validity: 'validityInvalid' }],
  [{ validity: '36500' }, {}],
  [{ validity: '36501' }, { validity: 'validityInvalid' }],
  [{ channels: [{ type: 'EMAIL', target: 'nobody' }] }, { 'channels.0.target': 'emailInvalid' }],
  [{ channels: [{ type: 'CHAT', target: 'http://chat' }] }, { 'channels.0.target': 'chatInvalid' }],
  [{ channels: [{ type: 'WEBHOOK', target: '' }] }, { 'channels.0.target': 'webhookNeeded' }],
  [
    {
      channels: [
        { type: 'EMAIL', target: 'a@b.c' },
        { type: 'EMAIL', target: ' a@b.c ' },
      ],
    },
    { 'channels.1.target': 'targetTwice' },
  ],
])('%j', (change, errors) => expect(check({ ...initial, ...change })).toEqual(errors));

it('the body has the digits that were typed, and only members of the kind', () => {
  const body = createBody({ ...initial, account: 'a1', validity: '2', description: ' Much ' });
  expect(JSON.stringify(body)).toBe(
    '{"alertTemplateId":"USAGE_THRESHOLD","interval":"60","entityDetails":{"usageMeterId":"meter.1"},' +
      '"ownerDetails":{"accountId":"a1"},"description":"Much","validity":2880,' +
      '"parameters":{"threshold":1000.5},"channels":[],"status":"ACTIVE"}',
  );
  const ofEvents = createBody({ ...initial, kind: 'UNMATCHED_EVENTS', watched: '', account: 'left over' });
  expect(ofEvents).not.toHaveProperty('ownerDetails');
});

const alert = {
  ...{ id: 'a', alertId: 'a', alertTemplateId: 'INVOICE_OVERDUE', version: 1, status: 'ACTIVE' as const },
  ...{ validity: 90, interval: 30, cronInterval: '', entityDetails: {}, ownerDetails: {} },
  ...{ parameters: { daysAfter: 3 }, channels: [{ type: 'EMAIL' as const, target: 'a@b.c' }] },
  ...{ createdAt: '', updatedAt: '' },
};

it('a change sends only what was changed', () => {
  const stored = fieldsOf(alert);
  expect(stored).toMatchObject({ limit: '3', interval: '30', validity: '90', validityUnit: 'MINUTES' });
  expect(changeBody(stored, stored)).toEqual({});
  expect(changeBody({ ...stored, limit: '4', isActive: false }, stored)).toEqual({
    ...{ parameters: { daysAfter: 4 }, status: 'INACTIVE' },
  });
  expect(changeBody({ ...stored, validity: '' }, stored)).toEqual({ validity: null });
});

it('a back-test needs what is watched and a threshold', () => {
  expect(backtestOf(initial)).toMatchObject({ entityDetails: { usageMeterId: 'meter.1' }, interval: '60' });
  expect(backtestOf({ ...initial, watched: '' })).toBeNull();
  expect(backtestOf({ ...initial, limit: 'x' })).toBeNull();
  expect(backtestOf({ ...initial, kind: 'WALLET_BALANCE' })).toBeNull();
});
