import { beforeAll, describe, expect, it } from 'vitest';
import { useService } from '#test/running-app.ts';

const service = useService();
const list = (query = '') => service.sandbox.get(`/ext/v1/unit_costs${query}`);
const ids: Record<string, string> = {};

beforeAll(async () => {
  const { must } = service.sandbox;
  // In Los Angeles it is still the last day of January.
  await must.put('/ext/v1/clock', { now: '2030-02-01T07:59:00Z' });
  await must.patch('/ext/v1/organization', { timezone: 'America/Los_Angeles' });
  for (const [name, aggregation] of [
    ['calls', 'COUNT'],
    ['tokens', 'SUM'],
    ['seats', 'MAX'],
    ['old', 'COUNT'],
  ] as const) {
    const body = { name, billableName: `${name} sold`, type: 'COUNTER', aggregation, unit: name };
    ids[name] = (await must.post('/usage_meters', body)).id;
  }
  await must.put(`/ext/v1/usage_meters/${ids.tokens}/costs`, {
    costs: [
      { effectiveFrom: '2029-12-01', unitCost: 3 },
      { effectiveFrom: '2030-01-31', unitCost: 0.25 },
      { effectiveFrom: '2030-02-01', unitCost: 0 },
      { effectiveFrom: '2030-03-01', unitCost: 9 },
    ],
  });
  await must.delete(`/usage_meters/${ids.old}`);
});

describe('GET /ext/v1/unit_costs', () => {
  it('200 and the meters that may have costs, with the one of the local day and the next', async () => {
    const { status, body } = await list();
    expect(status).toBe(200);
    expect(body).toEqual({
      data: [
        {
          ...{ usageMeterId: ids.calls, name: 'calls', displayName: 'calls sold', unit: 'calls' },
          ...{ status: 'DRAFT', current: null, next: null },
        },
        {
          ...{ usageMeterId: ids.tokens, name: 'tokens', displayName: 'tokens sold', unit: 'tokens' },
          status: 'DRAFT',
          current: { effectiveFrom: '2030-01-31', unitCost: 0.25 },
          next: { effectiveFrom: '2030-02-01', unitCost: 0 },
        },
      ],
      nextToken: null,
    });
  });

  it.each([
    // query                        names
    ['?_search=tok', ['tokens']],
    ['?_sort=name:DESC', ['tokens', 'calls']],
    ['?status=ARCHIVED', ['old']],
    ['?status=ACTIVE', []],
  ])('200 for %s', async (query, names) => {
    const { body } = await list(query);
    expect(body.data.map(({ name }: { name: string }) => name)).toEqual(names);
  });

  it('200 page by page', async () => {
    const first = await list('?pageSize=1');
    const second = await list(`?pageSize=1&nextToken=${encodeURIComponent(first.body.nextToken)}`);
    expect(second.body).toMatchObject({ data: [{ name: 'tokens' }], nextToken: null });
  });

  it('200 and nothing of other organizations', async () => {
    expect((await service.production.get('/ext/v1/unit_costs')).body.data).toEqual([]);
  });

  it('400 for a status that is none', async () => {
    expect((await list('?status=OPEN')).status).toBe(400);
  });
});
