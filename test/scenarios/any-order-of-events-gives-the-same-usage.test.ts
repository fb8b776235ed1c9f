import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readCycleUsage, rebuildCycleUsage, sumUsage } from '#areas/usage/index.ts';
import { decimalText } from '#core/decimal.ts';
import { editTimeline, openAccount, publishPlan } from '#test/billing-scenario.ts';
import {
  asSandbox,
  createMeter,
  meterRides,
  type Ride,
  readStoredUsage,
  ride,
} from '#test/metering-scenario.ts';
import { type Client, useService } from '#test/running-app.ts';

const service = useService();
let made = 0;

/** Two accounts, one of them with a plan that begins within January, in a zone of half hours. */
async function openOrganization(): Promise<{ id: string; sandbox: Client }> {
  made += 1;
  const id = `org-${made}`;
  const { sandbox } = await service.createOrganization(id);
  await sandbox.must.patch('/ext/v1/organization', { timezone: 'Asia/Kolkata' });
  await sandbox.setClock('2030-01-31T12:00:00Z');
  const { distance } = await meterRides(sandbox);
  // One of each way to keep it: an extreme, keys, and what only the rows say.
  for (const aggregation of ['MAX', 'UNIQUE_COUNT', 'TIME_WEIGHTED_SUM']) {
    const computations = [{ computation: '{"var":"attribute.distance"}', order: 1 }];
    await createMeter(sandbox, { name: aggregation, aggregation, computations });
  }
  const planId = await publishPlan(sandbox, {
    ...{ name: 'plan', interval: 'WEEKLY', graceDays: 6 },
    cards: [{ type: 'USAGE', billableId: distance, usage: { model: 'TIERED', slabs: [{ rate: 2 }] } }],
  });
  await openAccount(sandbox, 'a1', { accountAliases: [{ value: 'first' }] });
  await openAccount(sandbox, 'a2');
  await editTimeline(sandbox, 'a1', [{ planId, from: '2030-01-20' }]);
  return { id, sandbox };
}

const distances = [
  ...['0', '0.1', '0.2', '-3', '0.000000000000000001'],
  '12345678901234567890.123456789012345678',
];
const arbitraryRide = fc.record({
  day: fc.integer({ min: 24, max: 31 }),
  minute: fc.integer({ min: 0, max: 719 }),
  accountId: fc.constantFrom('a1', 'FIRST', 'a2', 'nobody'),
  city: fc.constantFrom('Oslo', 'Riga'),
  distance: fc.constantFrom(...distances),
});

/** Equal ids are equal events, as a sender that repeats itself makes them. */
const arbitraryRides = fc.array(arbitraryRide, { minLength: 1, maxLength: 30 }).map((rides) =>
  rides.map(({ day, minute, accountId, city, distance }, index) =>
    ride(`e${index}`, {
      ...{ accountId, distance, dimensions: { city } },
      timestamp: Temporal.Instant.from(`2030-01-${day}T00:00:00Z`).add({ minutes: minute }).toString(),
    }),
  ),
);

/** The same events: in another order, some of them several times, in batches of any size. */
function retold(rides: Ride[]): fc.Arbitrary<Ride[][]> {
  const repeated = fc
    .array(fc.constantFrom(...rides), { maxLength: 10 })
    .chain((again) => fc.shuffledSubarray([...rides, ...again], { minLength: rides.length + again.length }));
  return fc
    .tuple(repeated, fc.array(fc.integer({ min: 1, max: 10 }), { minLength: 40, maxLength: 40 }))
    .map(([sent, sizes]) => {
      const batches: Ride[][] = [];
      for (let at = 0; at < sent.length; at += sizes[batches.length - 1] ?? 1)
        batches.push(sent.slice(at, at + (sizes[batches.length] ?? 1)));
      return batches;
    });
}

it('any order, any split into batches, any repetition (metering-pricing 23.2, 3)', async () => {
  await fc.assert(
    fc.asyncProperty(
      arbitraryRides.chain((rides) => fc.tuple(fc.constant(rides), retold(rides))),
      async ([rides, batches]) => {
        const [one, other] = [await openOrganization(), await openOrganization()];
        await one.sandbox.must.post('/ingestBatch', { events: rides });
        for (const events of batches) await other.sandbox.must.post('/ingestBatch', { events });
        const [expected, found] = [await readNamed(one.id), await readNamed(other.id)];
        expect(found).toEqual(expected);
        await expectRollups(other.id);
      },
    ),
    { numRuns: 12 },
  );
}, 120_000);

/** Usage without the ids that every organization makes for itself. */
async function readNamed(id: string) {
  const { rows, hours, cycles } = await readStoredUsage(service, id);
  const ids = new Map<string, string>();
  const name = (row: string) =>
    row.replace(
      /\b(?:um|sch)[.\w]+/g,
      (found) => ids.get(found) ?? ids.set(found, found.slice(0, 3)).get(found)!,
    );
  return { rows: rows.map(name).sort(), hours: hours.map(name).sort(), cycles: cycles.map(name).sort() };
}

/** Rollups are what the rows add up to, and building them anew changes nothing. */
async function expectRollups(id: string): Promise<void> {
  const before = await readStoredUsage(service, id);
  await asSandbox(
    service,
    async (tx, org) => {
      const cycles = await tx
        .selectFrom('usageCycles')
        .select(['accountId', 'scheduleId', 'cycleStart', 'meterId'])
        .distinct()
        .where('orgId', '=', org.orgId)
        .execute();
      for (const { accountId, scheduleId, cycleStart, meterId } of cycles) {
        // Weeks of Kolkata begin at 18:30 UTC; the first one with the plan, on Sunday the 20th.
        const monday = Temporal.PlainDate.from('2030-01-21');
        const end = Temporal.PlainDate.compare(cycleStart, monday) < 0 ? monday : cycleStart.add({ days: 7 });
        const startOf = (date: Temporal.PlainDate) => date.toZonedDateTime('Asia/Kolkata').toInstant();
        const [startAt, endAt] = [startOf(cycleStart), startOf(end)];
        const cycle = { accountId, scheduleId, cycleStart, startAt, endAt };
        const kept = (await readCycleUsage(tx, org, cycle)).get(meterId);
        const range = { accountId, meterIds: [meterId], from: startAt, until: endAt };
        const summed = (await sumUsage(tx, org, range)).get(meterId);
        expect([kept && decimalText(kept.units), kept?.events]).toEqual([
          summed && decimalText(summed.units),
          summed?.events,
        ]);
      }
      for (const accountId of ['a1', 'a2']) await rebuildCycleUsage(tx, org, accountId);
    },
    id,
  );
  expect(await readStoredUsage(service, id)).toEqual(before);
}
