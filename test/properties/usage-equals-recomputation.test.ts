import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rounds } from '#test/effort.ts';
import { findMismatches } from '#test/find-mismatches.ts';
import { type Client, useService } from '#test/running-app.ts';
import { type SecondProcess, startSecondProcess } from '#test/second-process.ts';
import { arbitraryEvents, beginning, CHANGES, type MeteringSetup, NOW, setUp } from '#test/usage-messages.ts';
import { midnight } from '../naive/calendar.ts';
import { type Fraction, NONE, plus, read, write } from '../naive/fraction.ts';
import { isSame, type Ledger, openLedger, type SentEvent } from '../naive/usage.ts';

const service = useService();
let second: SecondProcess;
let organizations = 0;
beforeAll(async () => {
  second = await startSecondProcess(service);
});
afterAll(() => second.stop());

const ZONES = ['UTC', 'Asia/Kolkata', 'America/New_York'];

/** How events are told: in which order, how often, over what, to which process, and what comes between. */
function messages(events: readonly SentEvent[]) {
  const { length } = events;
  return fc.record({
    zone: fc.constantFrom(...ZONES),
    order: fc
      .array(fc.nat(length - 1), { maxLength: 12 })
      .chain((again) =>
        fc.shuffledSubarray([...Array(length).keys(), ...again], { minLength: length + again.length }),
      ),
    parts: fc.array(
      fc.record({
        size: fc.integer({ min: 1, max: 12 }),
        way: fc.constantFrom('ALONE', 'TOGETHER', 'AT_ONCE' as const),
        process: fc.nat(1),
      }),
      { minLength: 12, maxLength: 12 },
    ),
    /** After which part each change comes. */
    changes: fc.array(fc.nat(12), { minLength: CHANGES.length, maxLength: CHANGES.length }),
    isSettled: fc.array(fc.boolean(), { minLength: 13, maxLength: 13 }),
  });
}

type ScheduledNotice = ReturnType<typeof messages> extends fc.Arbitrary<infer T> ? T : never;

const toWire = (
  { meters }: MeteringSetup,
  { id, schema, account, at, attributes, dimensions }: SentEvent,
) => ({
  ...{ id, schemaName: schema, accountId: account, timestamp: at.toString() },
  attributes: Object.entries(attributes).map(([name, value]) => ({ name, value })),
  dimensions: {
    ...dimensions,
    ...(dimensions.usage_meter_id && {
      usage_meter_id: meters.find(({ name }) => name === 'direct')?.id ?? '',
    }),
  },
});

/** Calls may be asked for: 409 says that this one was before. */
async function sendAlone(to: Client, setup: MeteringSetup, event: SentEvent): Promise<void> {
  const path = event.schema === 'call' ? '/entitled' : '/ingest';
  const { status, text } = await to.post(path, { event: toWire(setup, event) });
  if (status !== 202 && status !== 200 && status !== 409)
    throw new Error(`${path} answered ${status}: ${text}`);
}

/** Tells the service and the plain code the same. */
async function tell(events: readonly SentEvent[], telling: ScheduledNotice) {
  const { zone, order, parts, changes, isSettled } = telling;
  const id = `told-${++organizations}`;
  const { sandbox } = await service.createOrganization(id);
  await sandbox.must.patch('/ext/v1/organization', { timezone: zone });
  await sandbox.setClock(NOW);
  const setup = await setUp(sandbox);
  const ledger = openLedger(beginning(zone, setup));
  const processes = [sandbox, second.as(sandbox)];
  const happen = async (part: number) => {
    for (const [i, change] of CHANGES.entries())
      if (changes[i] === part) {
        await change.happen(sandbox, setup);
        ledger.change(change.apply(ledger.world, zone));
      }
    if (isSettled[part]) await sandbox.settle();
  };
  let left = order.map((index) => events[index] as SentEvent);
  for (const [part, { size, way, process }] of parts.entries()) {
    await happen(part);
    const isLast = part === parts.length - 1;
    const sent = left.slice(0, isLast ? undefined : size);
    left = left.slice(sent.length);
    const to = processes[process] as Client;
    if (way === 'TOGETHER' && sent.length > 0)
      await to.must.post('/ingestBatch', { events: sent.map((event) => toWire(setup, event)) });
    else if (way === 'ALONE') for (const event of sent) await sendAlone(to, setup, event);
    else await Promise.all(sent.map((event, i) => sendAlone(processes[i % 2] as Client, setup, event)));
    for (const event of sent) ledger.send(event);
  }
  await happen(parts.length);
  await sandbox.settle();
  return { id, sandbox, setup, ledger, zone };
}

interface Measured {
  account: string;
  meter: MeteringSetup['meters'][number];
  from: Temporal.Instant;
  value: Fraction;
}

/** A metric of every meter, by account or of all together; numbers as they were printed. */
async function measure(
  client: Client,
  setup: MeteringSetup,
  query: { name: string; zone: string; isTogether?: boolean },
): Promise<Measured[]> {
  const at = (text: string) => midnight(Temporal.PlainDate.from(text), query.zone).toString();
  const measured: Measured[] = [];
  for (let first = 0; first < setup.meters.length; first += 4) {
    const meters = setup.meters.slice(first, first + 4);
    const { status, text } = await client.post('/metrics', {
      ...{ startTime: at('2030-01-17'), endTime: at('2030-02-02') },
      metricQueries: meters.map(({ id }) => ({
        ...{ id, name: query.name, aggregationPeriod: 'DAY' },
        ...(!query.isTogether && { groupBy: 'ACCOUNT_ID' }),
        filters: [{ fieldName: 'BILLABLE_ID', fieldValues: [id] }],
      })),
    });
    if (status !== 200) throw new Error(text);
    // Numbers between brackets and commas become texts: a double would lose their digits.
    // Numbers between brackets and commas become texts: a double would lose their digits.
    const { results } = JSON.parse(text.replace(/(?<=[[,])-?[\d.]+(?=[,\]])/g, '"$&"'));
    for (const { id, data } of results)
      for (const { groupedBy, timestamps, metricValues } of data)
        for (const [i, value] of metricValues.entries()) {
          const meter = meters.find((each) => each.id === id) as Measured['meter'];
          const from = Temporal.Instant.from(timestamps[i]);
          measured.push({ account: groupedBy?.fieldValue ?? '', meter, from, value: read(value) });
        }
  }
  return measured;
}

interface Window {
  from: Temporal.Instant;
  until: Temporal.Instant;
}

/** What the service measured otherwise than the plain code, as sentences. */
function differences(
  measured: readonly Measured[],
  {
    ledger,
    setup,
    windows,
  }: { ledger: Ledger; setup: MeteringSetup; windows: ReadonlyMap<string, readonly Window[]> },
): string[] {
  const keyOf = (account: string, meter: string, from: Temporal.Instant) => `${account} ${meter} ${from}`;
  const found = new Map(
    measured.map(({ account, meter, from, value }) => [keyOf(account, meter.name, from), value]),
  );
  const wrong: string[] = [];
  for (const [account, ofAccount] of windows)
    for (const meter of setup.meters)
      for (const window of ofAccount) {
        const key = keyOf(account, meter.name, window.from);
        const expected = ledger.quantity({ account, meter, ...window });
        const actual = found.get(key) ?? NONE;
        found.delete(key);
        if (!isSame(actual, expected))
          wrong.push(`${key}: ${write(actual)}, not ${Number(expected.n) / Number(expected.d)}`);
      }
  for (const [key, value] of found)
    if (value.n !== 0n) wrong.push(`${key}: ${write(value)}, not expected at all`);
  return wrong;
}

/** Of meters that add up over accounts, by meter and day. */
function sumsOf(measured: readonly Measured[], setup: MeteringSetup): string[] {
  const sums = new Map<string, Fraction>();
  for (const { meter, from, value } of measured) {
    if (!['SUM', 'COUNT'].includes(meter.aggregation)) continue;
    const key = `${meter.name} ${from}`;
    sums.set(key, plus(sums.get(key) ?? NONE, value));
  }
  expect(sums.size).toBeGreaterThan(0);
  return setup.meters.flatMap(({ name }) =>
    [...sums]
      .filter(([key, { n }]) => key.startsWith(`${name} `) && n !== 0n)
      .map(([key, sum]) => `${key}: ${write(sum)}`),
  );
}

function daysIn(zone: string): Window[] {
  return Array.from({ length: 16 }, (_, i) => {
    const day = Temporal.PlainDate.from('2030-01-17').add({ days: i });
    return { from: midnight(day, zone), until: midnight(day.add({ days: 1 }), zone) };
  });
}

describe('however events are sent', () => {
  it('usage is what plain code makes of them, and no audit finds anything', async () => {
    await fc.assert(
      fc.asyncProperty(
        arbitraryEvents.chain((events) => fc.tuple(fc.constant(events), messages(events))),
        async ([events, telling]) => {
          const { id, sandbox, setup, ledger, zone } = await tell(events, telling);
          const accounts = [...ledger.world.accounts.keys()];
          const days = new Map(accounts.map((account) => [account, daysIn(zone)]));
          const byDay = await measure(sandbox, setup, { name: 'METER_USAGE', zone });
          expect(differences(byDay, { ledger, setup, windows: days })).toEqual([]);
          const together = await measure(sandbox, setup, { name: 'METER_USAGE', zone, isTogether: true });
          expect(sumsOf(together, setup)).toEqual(sumsOf(byDay, setup));
          const byCycle = await measure(sandbox, setup, { name: 'USAGE_FOR_CYCLE', zone });
          expect(differences(byCycle, { ledger, setup, windows: ledger.world.cycles })).toEqual([]);
          expect(await findMismatches(service, { organization: id })).toEqual([]);
        },
      ),
      // What fails is made smaller for some minutes at most.
      { numRuns: rounds({ everyday: 4, full: 16 }), interruptAfterTimeLimit: 240_000 },
    );
  }, 300_000);
});
