import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { editTimeline, openAccount, publishPlan, type SlabTerms } from '#test/billing-scenario.ts';
import { rounds } from '#test/effort.ts';
import { type Client, useService } from '#test/running-app.ts';
import { type SecondProcess, startSecondProcess } from '#test/second-process.ts';
import { type Fraction, NONE, plus, read, sum, write } from '../naive/fraction.ts';
import { type Prices, price } from '../naive/price.ts';

const service = useService();
let second: SecondProcess;
let runs = 0;
beforeAll(async () => {
  await service.sandbox.setClock('2030-01-20T00:00:00Z');
  second = await startSecondProcess(service);
});
afterAll(() => second.stop());

const slab = fc.record({
  width: fc.integer({ min: 1, max: 8 }),
  priceType: fc.constantFrom('FLAT', 'PER_UNIT', 'PACKAGE'),
  rate: fc.constantFrom(0, 0.1, 0.015, 2, 7.25),
  packageSize: fc.constantFrom('1', '2.5', '0.3'),
});
const prices = fc.record({
  model: fc.constantFrom('TIERED', 'VOLUME'),
  slabs: fc.array(slab, { minLength: 1, maxLength: 4 }),
  minimumRate: fc.constantFrom(undefined, '3'),
  maximumRate: fc.constantFrom(undefined, '20'),
});
const amounts = fc.array(
  fc.constantFrom('0', '1', '2.5', '0.1', '7', '-1', '-0.000000000000000001', '12.75'),
  {
    minLength: 1,
    maxLength: 24,
  },
);
type Drawn = typeof prices extends fc.Arbitrary<infer T> ? T : never;

/** The same prices on the wire and for plain code. */
function readPrices({ model, slabs, minimumRate, maximumRate }: Drawn) {
  let startAfter = 0;
  const terms = slabs.map(({ width, packageSize, ...rest }): SlabTerms => {
    const own = { ...rest, startAfter, ...(rest.priceType === 'PACKAGE' && { packageSize }) };
    startAfter += width;
    return own;
  });
  const bounds = { ...(minimumRate && { minimumRate }), ...(maximumRate && { maximumRate }) };
  const plain: Prices = {
    ...{ pricingModel: model, ...bounds },
    slabs: terms.map(({ startAfter: after = 0, rate, ...rest }, i) => ({
      ...{ priceType: 'PER_UNIT' as const, ...rest },
      ...{ order: i + 1, startAfter: String(after), rate: String(rate) },
    })),
  };
  return { wire: { usage: { model, slabs: terms, ...bounds } }, plain };
}

/** A schema whose events say what they earn, with a meter of the amounts and one that counts, both priced. */
async function sell(client: Client, n: string, drawn: Drawn): Promise<{ amount: string; count: string }> {
  const schema = { name: n, attributes: [{ name: 'amount' }], dimensions: [], eventLevelRevenue: true };
  await client.must.post('/event_schema', schema);
  await client.must.post(`/event_schema/${n}/activate`);
  const make = async (name: string, aggregation: string, computation: string) => {
    const meter = { name, type: 'COUNTER', aggregation, eventSchemaName: n };
    const computations = [{ computation, order: 1 }];
    const { id } = await client.must.post('/usage_meters', { ...meter, computations });
    await client.must.post(`/usage_meters/${id}/activate`);
    return id as string;
  };
  const meters = {
    amount: await make(`${n} amount`, 'SUM', '{"var":"attribute.amount"}'),
    count: await make(`${n} count`, 'COUNT', '1'),
  };
  const { wire } = readPrices(drawn);
  const cards = Object.values(meters).map((billableId) => ({ type: 'USAGE' as const, billableId, ...wire }));
  const planId = await publishPlan(client, { name: n, cards });
  await openAccount(client, n);
  await editTimeline(client, n, [{ planId, from: '2030-01-01' }]);
  return meters;
}

it('what the events of a cycle earned adds up to what its usage costs (23.2, 5)', async () => {
  await fc.assert(
    fc.asyncProperty(prices, amounts, async (drawn, sent) => {
      const n = `run${++runs}`;
      const { sandbox } = service;
      const meters = await sell(sandbox, n, drawn);
      const processes = [sandbox, second.as(sandbox)];
      const events = sent.map((value, i) => ({
        ...{ id: `${n} ${i}`, schemaName: n, accountId: i % 5 === 4 ? `${n}-later` : n },
        ...{ timestamp: `2030-01-${10 + (i % 10)}T00:00:00Z`, dimensions: {} },
        attributes: [{ name: 'amount', value }],
      }));
      // All at once, to both processes, every third one twice; some wait for the alias.
      await Promise.all(
        events.flatMap((event, i) => [
          processes[i % 2]?.must.post('/ingest', { event }),
          i % 3 === 0 && processes[(i + 1) % 2]?.must.post('/ingestBatch', { events: [event, event] }),
        ]),
      );
      await sandbox.must.post(`/accounts/${n}/add_aliases`, { aliases: [`${n}-later`] });
      await sandbox.settle();
      const earned = await addUp(sandbox, events);
      const { plain } = readPrices(drawn);
      expect({
        amount: write(earned.get(meters.amount) ?? NONE),
        count: write(earned.get(meters.count) ?? NONE),
      }).toEqual({
        amount: write(price(plain, sum(sent.map(read)))),
        count: write(price(plain, read(sent.length))),
      });
    }),
    { numRuns: rounds({ everyday: 6, full: 24 }), interruptAfterTimeLimit: 100_000 },
  );
}, 150_000);

/** What all occurrences of the events say that they earned, by meter. */
async function addUp(client: Client, events: readonly { id: string }[]): Promise<Map<string, Fraction>> {
  const earned = new Map<string, Fraction>();
  for (const { id } of events) {
    const { text } = await client.get(`/events/${encodeURIComponent(id)}`);
    const pattern = /"usageMeterId":"([^"]+)"[^}]*?"revenueInvoiceCurrency":(-?[\d.]+)/g;
    for (const [, meter = '', amount = ''] of text.matchAll(pattern))
      earned.set(meter, plus(earned.get(meter) ?? NONE, read(amount)));
  }
  return earned;
}
