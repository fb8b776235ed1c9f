import { beforeAll, describe, expect, it } from 'vitest';
import { openAccount } from '#test/billing-scenario.ts';
import { sellCalls } from '#test/feature-scenario.ts';
import { grantCredits } from '#test/granted-credits.ts';
import { type Reply, useService } from '#test/running-app.ts';

const service = useService();
let calls: string;
const list = (query = '') => service.sandbox.get(`/accounts/a1/features/${calls}/entries${query}`);
const idsOf = ({ body }: Reply) => body.data.map(({ id }: { id: string }) => id);

beforeAll(async () => {
  const { sandbox } = service;
  await sandbox.setClock('2030-01-10T00:00:00Z');
  calls = await sellCalls(sandbox);
  await openAccount(sandbox, 'a1');
  await openAccount(sandbox, 'a2');
  const entry = { featureId: calls, granted: '10' };
  await grantCredits(service, [
    { ...entry, id: 'sch.1#2030-01-01$PRICE_PLAN', source: 'PRICE_PLAN', createdAt: '2030-01-01T00:00:00Z' },
    { ...entry, id: 'sch.1#2030-01-01$OVERAGE', source: 'OVERAGE', createdAt: '2030-01-01T00:00:00Z' },
    { ...entry, id: 'purchase#1$PURCHASE', createdAt: '2030-01-05T00:00:00Z', until: '2030-01-10T00:00:00Z' },
    { ...entry, id: 'of a2', accountId: 'a2' },
  ]);
});

describe('GET /accounts/{account_id}/features/{feature_id}/entries', () => {
  it('200 and the newest first, with the status of now', async () => {
    const { status, body } = await list();
    expect(status).toBe(200);
    const window = { effectiveFrom: '2030-01-01T00:00:00.000Z', effectiveUntil: '2030-02-01T00:00:00.000Z' };
    expect(body).toEqual({
      data: [
        {
          ...{ ...window, effectiveUntil: '2030-01-10T00:00:00.000Z', id: 'purchase#1$PURCHASE' },
          ...{ source: 'ENTITLEMENT', status: 'EXPIRED', granted: 10, balance: 10, used: 0 },
        },
        { ...window, id: 'sch.1#2030-01-01$OVERAGE', source: 'OVERAGE', status: 'ACTIVE', used: 0 },
        {
          ...{ ...window, id: 'sch.1#2030-01-01$PRICE_PLAN' },
          ...{ source: 'PRICE_PLAN', status: 'ACTIVE', granted: 10, balance: 10, used: 0 },
        },
      ],
      nextToken: null,
    });
  });

  it.each([
    [
      '?_sort=effective_until:ASC',
      ['purchase#1$PURCHASE', 'sch.1#2030-01-01$OVERAGE', 'sch.1#2030-01-01$PRICE_PLAN'],
    ],
    ['?_sort=id:DESC', ['sch.1#2030-01-01$PRICE_PLAN', 'sch.1#2030-01-01$OVERAGE', 'purchase#1$PURCHASE']],
    [
      '?_sort=created_at:ASC',
      ['sch.1#2030-01-01$OVERAGE', 'sch.1#2030-01-01$PRICE_PLAN', 'purchase#1$PURCHASE'],
    ],
  ])('200 in the order of %s', async (query, ids) => expect(idsOf(await list(query))).toEqual(ids));

  it('200 page by page, each entry once', async () => {
    const first = await list('?pageSize=2');
    const second = await list(`?nextToken=${first.body.nextToken}`);
    expect([...idsOf(first), ...idsOf(second)]).toEqual(idsOf(await list()));
    expect(second.body.nextToken).toBeNull();
  });

  it('200 with 50 entries when nothing is said; 50 is the most', async () => {
    const many = Array.from({ length: 51 }, (_, i) => ({ id: `many ${i}`, featureId: calls, granted: '1' }));
    await grantCredits(
      service,
      many.map((each) => ({ ...each, accountId: 'a2' })),
    );
    const path = `/accounts/a2/features/${calls}/entries`;
    expect(idsOf(await service.sandbox.get(path))).toHaveLength(50);
    expect(idsOf(await service.sandbox.get(`${path}?pageSize=50`))).toHaveLength(50);
    const { status, body } = await service.sandbox.get(`${path}?pageSize=51`);
    expect([status, body.message]).toEqual([400, 'pageSize: must be a whole number from 1 to 50']);
  });

  it('404 for an unknown account or feature', async () => {
    expect((await service.sandbox.get(`/accounts/nobody/features/${calls}/entries`)).status).toBe(404);
    expect((await service.sandbox.get('/accounts/a1/features/feature.x/entries')).status).toBe(404);
  });
});
