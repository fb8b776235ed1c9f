import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openAccount } from '#test/billing-scenario.ts';
import { creditsOf, ingestCall, sellCalls } from '#test/feature-scenario.ts';
import { type GrantTerms, grantCredits } from '#test/granted-credits.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
let calls: string;
let account = '';
let opened = 0;
const ID = 'sch.1#2030-01-01$PRICE_PLAN';
const pathOf = (id: string, of = account) =>
  `/accounts/${of}/features/${calls}/entries/${encodeURIComponent(id)}`;
const patch = (body: unknown, id = ID) => service.sandbox.patch(pathOf(id), body);

/** Grants ten credits, or what else is said, of which four are used. */
async function grant(terms: Partial<GrantTerms> = {}): Promise<void> {
  const entry = { id: ID, featureId: calls, accountId: account, granted: '10' } as const;
  await grantCredits(service, [{ ...entry, source: 'PRICE_PLAN', ...terms }]);
  const call = { account, minutes: '4', at: '2030-01-05T00:00:00Z' };
  await ingestCall(service.sandbox, `call of ${account}`, call);
}

beforeAll(async () => {
  await service.sandbox.setClock('2030-01-10T00:00:00Z');
  calls = await sellCalls(service.sandbox);
});
beforeEach(async () => {
  opened += 1;
  account = `account-${opened}`;
  await openAccount(service.sandbox, account);
});

describe('PATCH /accounts/{account_id}/features/{feature_id}/entries/{entry_id}', () => {
  it('200 and the balance moves by the difference', async () => {
    await grant();
    const { status, body } = await patch({ granted: 25, effectiveUntil: '2030-03-01T00:00:00Z' });
    expect(status).toBe(200);
    expect(body).toEqual({
      ...{ id: ID, source: 'PRICE_PLAN', status: 'ACTIVE', granted: 25, balance: 21, used: 4 },
      ...{ effectiveFrom: '2030-01-01T00:00:00.000Z', effectiveUntil: '2030-03-01T00:00:00.000Z' },
    });
    expect(await creditsOf(service.sandbox, calls, account)).toBe('25 21 0 0');
  });

  it.each([
    // sent                                              answer
    [{}, 200],
    [{ granted: 4 }, 'FEATURE_CREDIT_ENTRY_INVALID'], //                  all that is left would be nothing
    ['{"granted":4.000000000000000001}', 200],
    [{ granted: 3 }, 'FEATURE_CREDIT_ENTRY_INVALID'],
    [{ granted: -1 }, 'FEATURE_CREDIT_ENTRY_INVALID'],
    [{ effectiveUntil: '2030-01-10T00:00:00Z' }, 'FEATURE_CREDIT_ENTRY_INVALID'], // now is not the future
    [{ effectiveUntil: '2030-01-10T00:00:00.000001Z' }, 200],
    [{ effectiveUntil: '9999-01-01T00:00:00Z' }, 200],
    [{ effectiveUntil: '9999-12-31T23:59:59Z' }, 200],
    [{ effectiveUntil: null }, 'INVALID_REQUEST'],
    [{ granted: '5' }, 'INVALID_REQUEST'],
    [`{"granted":1${'0'.repeat(38)}}`, 'INVALID_REQUEST'],
    [{ used: 0 }, 'INVALID_REQUEST'],
  ])('%j of ten with four used: %s', async (body, response) => {
    await grant();
    const { status, headers } = await patch(body);
    expect(status === 200 ? 200 : headers['error-code']).toBe(response);
    if (status !== 200) expect(status).toBe(400);
  });

  it('200 and an end after 9998 is forever', async () => {
    await grant();
    const { body } = await patch({ effectiveUntil: '9999-06-01T00:00:00Z' });
    expect(body.effectiveUntil).toBe('9999-01-01T00:00:00.000Z');
  });

  it('200 for one that has not begun; 400 for an end before its beginning', async () => {
    await grant({ from: '2030-01-20T00:00:00Z', until: '2030-02-20T00:00:00Z' });
    expect((await patch({ effectiveUntil: '2030-01-20T00:00:00.001Z' })).status).toBe(200);
    const { status, body } = await patch({ effectiveUntil: '2030-01-20T00:00:00Z' });
    expect([status, body.message]).toEqual([
      400,
      'effectiveUntil: must be after effectiveFrom, 2030-01-20T00:00:00Z',
    ]);
  });

  it('200 and an expired entry is revived by a future end', async () => {
    await grant({ until: '2030-01-06T00:00:00Z' });
    expect((await patch({ granted: 20 })).body).toMatchObject({ status: 'EXPIRED', balance: 16 });
    expect(await creditsOf(service.sandbox, calls, account)).toBe('0 0 0 0');
    const { body } = await patch({ effectiveUntil: '2030-01-11T00:00:00Z' });
    expect(body).toMatchObject({ status: 'ACTIVE', granted: 20, balance: 16, used: 4 });
    expect(await creditsOf(service.sandbox, calls, account)).toBe('20 16 0 0');
  });

  it('400 for a voided one, whatever is sent', async () => {
    await grant();
    await service.sandbox.must.post(`${pathOf(ID)}/void`);
    for (const body of [{}, { granted: 20 }, { effectiveUntil: '2030-03-01T00:00:00Z' }]) {
      const { status, headers } = await patch(body);
      expect([status, headers['error-code']]).toEqual([400, 'FEATURE_CREDIT_ENTRY_VOIDED']);
    }
  });

  it('400 for overage, whose limit and block are those of the plan', async () => {
    await grant({ source: 'OVERAGE' });
    for (const body of [{ granted: 20 }, { effectiveUntil: '2030-03-01T00:00:00Z' }]) {
      const { status, headers } = await patch(body);
      expect([status, headers['error-code']]).toEqual([400, 'OVERAGE_ENTRY_FIXED']);
    }
  });

  it('404 for an unknown entry, account or feature, and for that of another account', async () => {
    await grant();
    const [other, body] = [account, { granted: 20 }];
    account = `${account}-2`;
    await openAccount(service.sandbox, account);
    const { status, body: response } = await patch(body);
    expect([status, response]).toEqual([404, { message: `feature credit entry ${ID} not found` }]);
    const paths = [pathOf(ID, 'nobody'), pathOf(ID, other).replace(calls, 'feature.x'), pathOf('x', other)];
    for (const path of paths) expect((await service.sandbox.patch(path, body)).status).toBe(404);
    expect((await service.sandbox.patch(pathOf('x'.repeat(51), other), body)).status).toBe(400);
  });

  it('an amount that shrinks while events take from it never falls below what is used', async () => {
    await grant();
    const calling = Array.from({ length: 12 }, (_, i) =>
      ingestCall(service.sandbox, `${account} ${i}`, { account, minutes: '1', at: '2030-01-05T00:00:00Z' }),
    );
    const shrinking = Array.from({ length: 6 }, () => patch({ granted: 7 }));
    const statuses = (await Promise.all([...calling, ...shrinking])).map(({ status }) => status);
    expect(statuses.filter((status) => status >= 500)).toEqual([]);
    const { granted, used } = (await service.sandbox.must.get(pathOf(ID).replace(/\/[^/]*$/, ''))).data[0];
    expect(used).toBeLessThanOrEqual(granted);
    expect(statuses.slice(0, 12).filter((status) => status === 200)).toHaveLength(used - 4);
  });
});
