import { beforeAll, describe, expect, it } from 'vitest';
import { editTimeline, openAccount, publishPlan, sellFee } from '#test/billing-scenario.ts';
import { type Client, useService } from '#test/running-app.ts';

const service = useService();
let client: Client;
let planId: string;
beforeAll(async () => {
  client = service.sandbox;
  await client.setClock('2030-01-15T12:00:00Z');
  const fee = await sellFee(client, 'Base');
  planId = await publishPlan(client, { name: 'Monthly', cards: [{ type: 'FIXED_FEE', billableId: fee }] });
});

const read = (id: string) => client.must.get(`/ext/v1/accounts/${id}/schedule_draft`);
const FOREVER = '9999-01-01';

describe('GET /ext/v1/accounts/{account_id}/schedule_draft', () => {
  it('200 without a draft, with the day of the timeline', async () => {
    await openAccount(client, 'plain');
    expect(await read('plain')).toEqual({
      ...{ accountId: 'plain', timeZone: 'UTC', today: '2030-01-15', draft: null },
    });
  });

  it('200 with the edits of a draft, also of one that ends everything', async () => {
    await openAccount(client, 'acme');
    await editTimeline(client, 'acme', [{ planId, from: '2030-02-01' }]);
    const end = { mode: 'DISASSOCIATE', effectiveFrom: '2030-02-01', effectiveUntil: FOREVER };
    await client.must.post('/v2/accounts/acme/edit_schedules', { edits: [end] });
    expect((await client.must.get('/v2/accounts/acme/schedules?mode=DRAFT')).data).toEqual([]);
    expect((await read('acme')).draft).toEqual({ isStale: false, editedRanges: [end] });
  });

  it('200 with a draft that another change has made stale', async () => {
    await openAccount(client, 'late');
    const associationConfig = { pricePlanId: planId };
    const edit = { effectiveFrom: '2030-03-01', effectiveUntil: '2030-04-01', associationConfig };
    await client.must.post('/v2/accounts/late/edit_schedules', { edits: [edit] });
    await client.must.post('/accounts/late/price_plans', {
      ...{ pricePlanId: planId, effectiveFrom: '2030-02-01', effectiveUntil: '2030-02-15' },
    });
    expect((await read('late')).draft).toMatchObject({
      isStale: true,
      editedRanges: [{ mode: 'ASSOCIATE', effectiveFrom: '2030-03-01', effectiveUntil: '2030-04-01' }],
    });
  });

  it('404 for another account', async () => {
    expect((await client.get('/ext/v1/accounts/nobody/schedule_draft')).status).toBe(404);
  });
});
