import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { AGGREGATIONS } from '#core/aggregation/index.ts';
import {
  type CardTerms,
  editTimeline,
  onlyInvoice,
  openAccount,
  publishPlan,
} from '#test/billing-scenario.ts';
import { correctOne, findMismatches, readTraces } from '#test/correction-scenario.ts';
import { rounds } from '#test/effort.ts';
import { grantCredits } from '#test/granted-credits.ts';
import { createMeter } from '#test/metering-scenario.ts';
import { type Client, useService } from '#test/running-app.ts';

/**
 * Item 4 of `metering-pricing.md` 23.2. Whatever was ingested before: what is ingested and undone leaves
 * nothing behind, in whatever order it is undone, and what is done again leaves what it left the first time.
 * Usage of every aggregation, revenue, credits, names, and the bill.
 */
const service = useService();
let client: Client;
let feature = '';
let license = '';
let planId = '';
let runs = 0;
const RUNS = rounds({ everyday: 3, full: 12 });

beforeAll(async () => {
  client = service.sandbox;
  await client.setClock('2030-01-01T00:00:00Z');
  await client.must.post('/event_schema', {
    ...{ name: 'hold', attributes: [{ name: 'amount' }], dimensions: [{ name: 'user' }] },
    eventLevelRevenue: true,
  });
  await client.must.post('/event_schema/hold/activate');
  const cards: CardTerms[] = [];
  for (const aggregation of AGGREGATIONS) {
    const units = aggregation === 'UNIQUE_COUNT' ? { var: 'dimension.user' } : { var: 'attribute.amount' };
    const computation = aggregation === 'COUNT' ? '1' : JSON.stringify(units);
    const meter = { name: aggregation, aggregation, eventSchemaName: 'hold' };
    const billableId = await createMeter(client, { ...meter, computations: [{ computation, order: 1 }] });
    const slabs = [{ rate: 2 }, { startAfter: 20, rate: 1 }];
    cards.push({ type: 'USAGE', billableId, usage: { model: 'TIERED', slabs, minimumRate: '7' } });
  }
  const schemaAssociations = [{ schemaName: 'hold', attributeName: 'amount' }];
  feature = (await client.must.post('/features', { name: 'Holding', schemaAssociations })).id;
  license = (await client.must.post('/addons', { name: 'Login', type: 'NAMED_LICENSE' })).id;
  planId = await publishPlan(client, { name: 'plan', graceDays: 2, cards });
  await client.setClock('2030-01-20T00:00:00Z');
});

interface Fact {
  minute: number;
  amount: number;
  user: string;
  isMark: boolean;
}
/** Times differ: of two events of one time the one that was received last is the latest. */
const facts = (min: number, max: number) =>
  fc.uniqueArray(
    fc.record({
      minute: fc.oneof(fc.integer({ min: 0, max: 240 }), fc.integer({ min: 0, max: 19 * 24 * 60 })),
      amount: fc.integer({ min: 0, max: 40 }),
      user: fc.constantFrom('u1', 'u2', 'u3'),
      isMark: fc.boolean(),
    }),
    { minLength: min, maxLength: max, selector: ({ minute }) => minute },
  );

/** They leave an account that has used nothing. */
const ONE_OF_EACH = [false, true].map((isMark, i) => ({
  minute: i,
  amount: 10,
  user: 'u1' as const,
  isMark,
}));

/** An account with 60 credits in two entries, and then as much overage as it wants. */
async function open(): Promise<string> {
  runs += 1;
  const accountId = `account-${runs}`;
  await openAccount(client, accountId);
  await editTimeline(client, accountId, [{ planId, from: '2030-01-01' }]);
  const entry = { featureId: feature, accountId };
  await grantCredits(service, [
    { ...entry, id: `A ${runs}`, granted: '25', until: '2030-01-12T00:00:00Z' },
    { ...entry, id: `B ${runs}`, granted: '35' },
    { ...entry, id: `C ${runs}`, granted: null, source: 'OVERAGE' },
  ]);
  return accountId;
}

function toEvents(accountId: string, name: string, drawn: readonly Fact[]) {
  return drawn.map(({ minute, amount, user, isMark }, i) => {
    const timestamp = Temporal.Instant.from('2030-01-01T00:00:00Z').add({ minutes: minute }).toString();
    const sent = { id: `${accountId} ${name} ${i}`, accountId, timestamp };
    const attribute = (key: string, value: number) => [{ name: key, value: String(value) }];
    if (!isMark)
      return { ...sent, schemaName: 'hold', attributes: attribute('amount', amount), dimensions: { user } };
    const dimensions = { license_id: license, name: user };
    const attributes = attribute('action', amount % 2 === 0 ? 1 : -1);
    return { ...sent, schemaName: 'platform-named-license', attributes, dimensions };
  });
}

type Events = ReturnType<typeof toEvents>;
const ingest = async (events: Events) => events.length > 0 && client.must.post('/ingestBatch', { events });

/** What the bill would be if it were issued now, and every trace of events. */
async function stateOf(accountId: string) {
  const { totalAmount, usageInfo } = await onlyInvoice(client, accountId);
  return { totalAmount, usageInfo, traces: await readTraces(service, accountId) };
}

/** `order` says which of the events comes next. */
function inOrder(events: Events, order: readonly number[]): Events {
  const left = [...events];
  return events.map((_, i) => left.splice((order[i] ?? 0) % left.length, 1)[0] as Events[number]);
}

const order = fc.array(fc.nat(), { minLength: 8, maxLength: 8 });

describe('whatever came before', () => {
  it('doing again is doing, and undoing is not having done', async () => {
    await fc.assert(
      fc.asyncProperty(facts(0, 8), facts(1, 5), order, order, async (before, drawn, first, second) => {
        const accountId = await open();
        await ingest(toEvents(accountId, 'kept', before));
        const without = await stateOf(accountId);
        const events = toEvents(accountId, 'corrected', drawn);
        await ingest(events);
        const withThem = await stateOf(accountId);
        for (const event of inOrder(events, first))
          expect(await correctOne(client, 'REDO', event)).toMatch(/^REVERTED_AND_REINGESTED: /);
        expect(await stateOf(accountId)).toEqual(withThem);
        for (const event of inOrder(events, second))
          expect(await correctOne(client, 'UNDO', event)).toMatch(/^REVERTED: /);
        expect(await stateOf(accountId)).toEqual(without);
      }),
      { numRuns: RUNS, endOnFailure: true, examples: [[[], ONE_OF_EACH, [], []]] },
    );
  });

  it('and the bill that is added up from events at last is the one that was kept', async () => {
    expect(await findMismatches(service)).toEqual([]);
    await client.setClock('2030-02-03T00:00:00Z');
    const { data } = await client.must.get('/invoices?pageSize=50&status=DUE');
    expect(data.length).toBeGreaterThanOrEqual(RUNS);
    for (const { id } of data) {
      const { info } = await client.must.get(`/invoices/${id}`);
      expect(info ?? []).toEqual([]);
    }
  });
});
