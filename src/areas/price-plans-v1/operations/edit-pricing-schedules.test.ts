import { beforeAll, describe, expect, it } from 'vitest';
import { openAccount, publishPlan, sellFee } from '#test/billing-scenario.ts';
import { rule } from '#test/examples/price-plans-v1.ts';
import { type Client, type Reply, useService } from '#test/running-app.ts';

const service = useService();
let client: Client;
let fee: string;
const plans: Record<string, string> = {};

beforeAll(async () => {
  client = service.sandbox;
  await client.setClock('2030-01-01T00:00:00Z');
  fee = await sellFee(client, 'Base');
  const cards = [{ type: 'FIXED_FEE' as const, billableId: fee, fee: { rate: 10 } }];
  for (const name of ['A', 'B']) plans[name] = await publishPlan(client, { name, cards });
});

const edit = (plan: string | null, [from, until]: [string, string], more: object = {}) => ({
  ...{ mode: plan ? 'ASSOCIATE' : 'DISASSOCIATE', effectiveFrom: from, effectiveUntil: until },
  ...(plan && { pricePlanId: plans[plan] }),
  ...more,
});
const send = (account: string, edits: object[], query = '') =>
  client.post(`/accounts/${account}/edit_schedules${query}`, { edits });
const print = ({ body }: Reply) =>
  body.pricingSchedules?.map(
    (each: Record<string, string>) =>
      `${each.pricePlanName} ${each.startDate?.slice(0, 10)} to ${each.endDate?.slice(0, 10)}`,
  ) ?? body;
const live = async (account: string) =>
  (await client.must.get(`/accounts/${account}/pricing_schedules?pageSize=100`)).data;

describe('POST /accounts/{account_id}/edit_schedules', () => {
  it('200: each edit is laid over what the one before it left', async () => {
    await openAccount(client, 'acme');
    const reply = await send('acme', [
      edit('A', ['2030-01-01', '9999-01-01']),
      edit('B', ['2030-03-01', '2030-05-01']),
      edit(null, ['2030-04-01', '2030-04-15']),
    ]);
    expect(print(reply)).toEqual([
      'A 2030-01-01 to 2030-03-01',
      'B 2030-03-01 to 2030-04-01',
      'B 2030-04-15 to 2030-05-01',
      'A 2030-05-01 to 9999-01-01',
    ]);
    expect(await live('acme')).toHaveLength(4);
  });

  it('400 for all of them when one is rejected, naming it', async () => {
    await openAccount(client, 'atomic');
    const edits = [edit('A', ['2030-01-01', '2030-02-01']), edit('A', ['2030-03-01', '2030-03-01'])];
    expect((await send('atomic', edits)).body.message).toBe(
      'edits[1].effectiveFrom: must be before effectiveUntil',
    );
    expect(await live('atomic')).toEqual([]);
    const missing = { ...edit('A', ['2030-01-01', '2030-02-01']), pricePlanId: undefined };
    expect((await send('atomic', [missing])).body.message).toBe(
      'edits[0].pricePlanId: is required for ASSOCIATE',
    );
    expect((await send('atomic', [])).status).toBe(400);
    expect((await send('nobody', edits)).status).toBe(404);
  });

  it('200 for a dry run, which returns what the edit then returns, and leaves no trace', async () => {
    await openAccount(client, 'dry');
    await send('dry', [edit('A', ['2030-01-01', '9999-01-01'], { pricingRulesOverride: [rule()] })]);
    const before = await live('dry');
    const fixedFeeRateCards = [
      { id: fee, rateValues: [{ currency: 'USD', rate: 7 }], enableProration: true, name: 'own' },
    ];
    const override = { pricePlanDetailsOverride: { fixedFeeRateCards }, pricingRulesOverride: [rule()] };
    const edits = [
      edit('B', ['2030-02-10', '2030-03-01'], override),
      edit(null, ['2031-01-01', '9999-01-01']),
    ];
    const dryRunResult = await send('dry', edits, '?dry_run=true');
    expect(await live('dry')).toEqual(before);
    const real = await send('dry', edits, '?dry_run=false');
    expect(real.status).toBe(200);
    expect(withoutNewIds(dryRunResult.body)).toEqual(withoutNewIds(real.body));
    expect(print(real)).toEqual([
      'A 2030-01-01 to 2030-02-10',
      'B 2030-02-10 to 2030-03-01',
      'A 2030-03-01 to 2031-01-01',
    ]);
    const wrong = [edit('B', ['2029-01-01', '2030-03-01'])];
    const [dry, wet] = [await send('dry', wrong, '?dry_run=true'), await send('dry', wrong)];
    expect([dry.status, dry.body]).toEqual([400, wet.body]);
  });
});

/** Ids of schedules and rules are made anew by each run; nothing else may differ. */
function withoutNewIds(body: unknown): unknown {
  return JSON.parse(JSON.stringify(body).replaceAll(/"(sch|rule)\.[\w.]+"/g, '"$1"'));
}
