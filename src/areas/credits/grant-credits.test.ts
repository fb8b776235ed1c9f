import { beforeAll, describe, expect, it } from 'vitest';
import { openAccount } from '#test/billing-scenario.ts';
import { plannedWork } from '#test/credit-rows.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const grant = async (members: object, accountId = 'acme') => {
  const credit = { accountId, purpose: 'p', effectiveFrom: '2030-01-01', creditAmount: 5, priority: 1 };
  const { status, body } = await service.sandbox.post('/credits', {
    creditRequests: [{ ...credit, ...members }],
  });
  return status === 200 ? body[0].id : `${status} ${body.message}`;
};

beforeAll(async () => {
  await service.sandbox.must.patch('/ext/v1/organization', { timezone: 'America/New_York' });
  // The last instant of 9 March in New York, when UTC has the 10th.
  await service.sandbox.setClock('2030-03-10T04:59:59.999Z');
  await openAccount(service.sandbox, 'acme');
  await openAccount(service.sandbox, 'globex');
});

describe('the days of a credit are those of the organization', () => {
  it.each([
    //  last day      first instant after it
    ['2030-03-09', '2030-03-10T05:00:00Z'], // today; five hours behind
    ['2030-03-10', '2030-03-11T04:00:00Z'], // the clocks change: this day has 23 hours
    ['9998-12-31', '9999-01-01T00:00:00Z'],
  ])('it ends with %s at %s', async (effectiveUntil, instant) => {
    expect(await plannedWork(service, 'credits.expire', await grant({ effectiveUntil }))).toBe(instant);
  });

  it('yesterday is over, also when it is still there in UTC', async () => {
    expect(await grant({ effectiveUntil: '2030-03-08' })).toBe(
      '400 creditRequests[0].effectiveUntil: must not be before today, 2030-03-09',
    );
  });

  it('one without an end never expires', async () => {
    expect(await plannedWork(service, 'credits.expire', await grant({}))).toBeNull();
  });
});

describe('the drafts of an account', () => {
  it('are computed anew after a grant, and not when a key had its credit already', async () => {
    const members = { idempotencyKey: 'once' };
    await grant(members, 'globex');
    expect(await plannedWork(service, 'credits.changed', 'globex')).toBe('2030-03-10T04:59:59.999Z');
    await service.sandbox.settle();
    await grant(members, 'globex');
    expect(await plannedWork(service, 'credits.changed', 'globex')).toBeNull();
  });
});

describe('lists of accounts', () => {
  it('in opposite orders at the same time do not wait for each other', async () => {
    const credit = { purpose: 'p', effectiveFrom: '2030-01-01', creditAmount: 1, priority: 1 };
    const both = ['acme', 'globex'].map((accountId) => ({ ...credit, accountId }));
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        service.sandbox.post('/credits', { creditRequests: i % 2 ? both : both.toReversed() }),
      ),
    );
    expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
  });
});
