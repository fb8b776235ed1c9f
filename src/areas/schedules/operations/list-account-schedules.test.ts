import { beforeAll, describe, expect, it } from 'vitest';
import { editTimeline, openAccount, publishPlan, sellFee } from '#test/billing-scenario.ts';
import { type Client, useService } from '#test/running-app.ts';

const service = useService();
let client: Client;

beforeAll(async () => {
  client = service.sandbox;
  await client.setClock('2030-01-15T12:00:00Z');
  const fee = await sellFee(client, 'Base');
  const planId = await publishPlan(client, {
    name: 'Monthly',
    cards: [{ type: 'FIXED_FEE', billableId: fee }],
  });
  await openAccount(client, 'acme');
  await editTimeline(client, 'acme', [
    { planId, from: '2030-04-01', until: '2030-05-01' },
    { planId, from: '2030-02-01', until: '2030-03-01' },
    { planId, from: '2030-06-01' },
  ]);
});

const list = (query: string, account = 'acme') => client.get(`/v2/accounts/${account}/schedules?${query}`);

describe('GET /v2/accounts/{account_id}/schedules', () => {
  it('200, earliest first, page by page', async () => {
    const first = await list('mode=ACTIVE&pageSize=2');
    expect(first.body.data.map((each: { startDate: string }) => each.startDate.slice(0, 10))).toEqual([
      '2030-02-01',
      '2030-04-01',
    ]);
    // The token carries the mode and the page size.
    const second = await list(`nextToken=${first.body.nextToken}`);
    expect(second.body.data).toHaveLength(1);
    expect(second.body.data[0]).toMatchObject({
      startDate: '2030-06-01T00:00:00.000Z',
      endDate: '9999-01-01T00:00:00.000Z',
    });
    expect(second.body.nextToken).toBeNull();
  });

  it('200 and nothing without a draft', async () => {
    expect((await list('mode=DRAFT')).body).toEqual({ data: [], nextToken: null });
  });

  it.each([
    ['', /^mode: is required; one of ACTIVE, DRAFT$/],
    ['mode=LIVE', /^mode: must be one of ACTIVE, DRAFT$/],
    ['mode=ACTIVE,DRAFT', /^mode: is required; one of ACTIVE, DRAFT$/],
    ['mode=ACTIVE&pageSize=0', /^pageSize: must be a whole number from 1 to 100$/],
  ])('400 for ?%s', async (query, message) => {
    const { status, body } = await list(query);
    expect(status).toBe(400);
    expect(body.message).toMatch(message);
  });

  it('404 for an unknown account', async () => {
    expect((await list('mode=ACTIVE', 'nobody')).status).toBe(404);
  });
});
