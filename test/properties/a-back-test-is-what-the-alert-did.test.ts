import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { createAlert, listIncidents, usageAlert } from '#test/alert-scenario.ts';
import { editTimeline, openAccount, publishPlan, sellUsage, use } from '#test/billing-scenario.ts';
import { rounds, SEED } from '#test/effort.ts';
import { createMeter, ride } from '#test/metering-scenario.ts';
import { type Client, useService } from '#test/running-app.ts';

/**
 * Alerts live through some weeks of a sandbox whose clock moves from event to event. Afterwards, the
 * back-test of the same terms over the same days tells exactly the incidents that they opened: when, with
 * which value, and whether they are still open.
 */
const service = useService();
const START = Temporal.Instant.from('2030-01-22T00:00:00Z');
const DAYS = 13;
/** A half-hourly alert only lives through the end of the month. */
const LATE_DAYS = 4;
let client: Client;
let meters: { calls: string; peak: string; users: string };

beforeAll(async () => {
  client = service.sandbox;
  await client.setClock('2030-01-01T00:00:00Z');
  const calls = await sellUsage(client, 'calls');
  await client.must.post('/event_schema', {
    ...{ name: 'ride', attributes: [{ name: 'distance' }], dimensions: [{ name: 'city' }] },
    filterFields: ['city'],
  });
  await client.must.post('/event_schema/ride/activate');
  const distance = [{ computation: '{"var":"attributes.distance"}', order: 1 }];
  const filters = [{ field: 'city', value: 'Oslo' }];
  meters = {
    calls,
    peak: await createMeter(client, { name: 'peak', aggregation: 'MAX', filters, computations: distance }),
    users: await createMeter(client, {
      ...{ name: 'users', aggregation: 'UNIQUE_COUNT', filters, computations: distance },
    }),
  };
  const planId = await publishPlan(client, {
    name: 'plan',
    cards: [{ type: 'USAGE', billableId: calls, usage: { model: 'TIERED', slabs: [{ rate: 2 }] } }],
  });
  for (const [id, from] of Object.entries({ a: '2030-01-01', b: '2030-01-24', c: null })) {
    await openAccount(client, id);
    if (from) await editTimeline(client, id, [{ planId, from }]);
  }
});

interface Sent {
  minute: number;
  account: string;
  amount: number;
  kind: 'calls' | 'Oslo' | 'Paris' | 'unknown';
}

const sent = fc.record<Sent>({
  minute: fc.integer({ min: 0, max: DAYS * 1440 - 1 }),
  account: fc.constantFrom('a', 'b', 'c'),
  amount: fc.integer({ min: 1, max: 9 }),
  kind: fc.constantFrom('calls', 'calls', 'Oslo', 'Paris', 'unknown'),
});
const scenario = fc.array(sent, { minLength: 20, maxLength: 30 });

async function send({ account, amount, kind, minute }: Sent, at: string): Promise<void> {
  if (kind === 'calls') return void (await use(client, { meter: 'calls', account, at, amount: `${amount}` }));
  const accountId = kind === 'unknown' ? 'nobody' : account;
  const members = { timestamp: at, accountId, dimensions: { city: kind }, distance: `${amount}` };
  await client.must.post('/ingest', { event: ride(`ride ${minute} ${account} ${amount} ${kind}`, members) });
}

const watched: { terms: Record<string, unknown>; isLate?: true }[] = [
  { terms: { ...usageAlert({ meter: 'calls', account: 'a', threshold: 12 }), interval: '1440' } },
  { terms: { ...usageAlert({ meter: 'calls', account: 'b', threshold: 9 }), interval: '360' } },
  { terms: { ...usageAlert({ meter: 'calls', account: 'c', threshold: 9 }), interval: '720' } },
  { terms: { ...usageAlert({ meter: 'calls', threshold: 20 }), interval: '480' } },
  { terms: { ...usageAlert({ meter: 'calls', account: 'a', threshold: 5 }), interval: '30' }, isLate: true },
  { terms: { ...usageAlert({ meter: 'peak', threshold: 7 }), interval: '240' } },
  { terms: { ...usageAlert({ meter: 'users', threshold: 3 }), interval: '1440' } },
  { terms: { alertTemplateId: 'UNMATCHED_EVENTS', parameters: { threshold: 2 }, interval: '1440' } },
  { terms: { alertTemplateId: 'UNPROCESSED_EVENTS', parameters: { threshold: 2 }, interval: '720' } },
  {
    terms: {
      ...{ alertTemplateId: 'REVENUE_THRESHOLD', ownerDetails: { accountId: 'a' } },
      ...{ parameters: { threshold: 21 }, interval: '1440' },
    },
  },
];

it('a back-test tells the incidents that the alert opened', async () => {
  const runs = rounds({ everyday: 1, full: 6 });
  const drawn = fc.sample(scenario, { numRuns: runs, seed: SEED });
  let opened = 0;
  for (const [run, events] of drawn.entries()) {
    // Four years later, the calendar is the same.
    const start = START.add({ hours: 24 * 1461 * run });
    await client.setClock(start.toString());
    const ids = new Map<object, string>();
    const create = async (isLate: boolean) => {
      for (const each of watched)
        if ((each.isLate ?? false) === isLate)
          ids.set(each, await createAlert(client, namedMeter(each.terms)));
    };
    await create(false);
    const late = start.add({ hours: 24 * (DAYS - LATE_DAYS) });
    let isLateCreated = false;
    for (const event of events.toSorted((one, other) => one.minute - other.minute)) {
      const at = start.add({ minutes: event.minute });
      if (!isLateCreated && Temporal.Instant.compare(at, late) > 0) {
        await client.setClock(late.toString());
        await create(true);
        isLateCreated = true;
      }
      await client.setClock(at.toString());
      await send(event, at.toString());
    }
    await client.setClock(start.add({ hours: 24 * DAYS }).toString());
    for (const each of watched) {
      const days = each.isLate ? LATE_DAYS : DAYS;
      const body = { ...namedMeter(each.terms), days };
      const said = await client.must.post('/ext/v1/alerts/backtest', body);
      const was = await listIncidents(client, ids.get(each) as string);
      const lines = said.incidents.map(
        ({ openedAt, closedAt, value }: Record<string, string | null>) =>
          `${openedAt} ${closedAt === null ? 'ACTIVE' : 'CLOSED'} ${value}`,
      );
      expect([JSON.stringify(body), said.fired, ...lines]).toEqual([
        JSON.stringify(body),
        was.length,
        ...was.map(
          ({ createdAt, status, reportData }) => `${createdAt} ${status} ${Object.values(reportData)[0]}`,
        ),
      ]);
      opened += was.length;
      await client.must.patch(`/alerts/${ids.get(each)}`, { status: 'INACTIVE' });
    }
  }
  expect(opened).toBeGreaterThan(runs);
}, 120_000);

/** With the id of the meter in place of its name. */
function namedMeter(terms: Record<string, unknown>): Record<string, unknown> {
  const { usageMeterId } = (terms.entityDetails ?? {}) as { usageMeterId?: keyof typeof meters };
  return usageMeterId ? { ...terms, entityDetails: { usageMeterId: meters[usageMeterId] } } : terms;
}
