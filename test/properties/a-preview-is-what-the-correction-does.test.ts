import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sumUsage } from '#areas/usage/index.ts';
import { decimalText } from '#core/decimal.ts';
import { editTimeline, openAccount, publishPlan } from '#test/billing-scenario.ts';
import { rounds } from '#test/effort.ts';
import { asSandbox, createMeter, meterRides, readStoredUsage, ride } from '#test/metering-scenario.ts';
import { type Client, type Reply, useService } from '#test/running-app.ts';

const service = useService();
let made = 0;

/** An account with a plan from 15 January and one without any; a meter for each way to keep usage. */
async function openOrganization(): Promise<{ id: string; sandbox: Client; distance: string }> {
  made += 1;
  const id = `org-${made}`;
  const { sandbox } = await service.createOrganization(id);
  await sandbox.setClock('2030-01-31T12:00:00Z');
  const { distance } = await meterRides(sandbox);
  for (const aggregation of ['MAX', 'UNIQUE_COUNT', 'LATEST'])
    await createMeter(sandbox, {
      ...{ name: aggregation, aggregation },
      computations: [{ computation: '{"var":"attribute.distance"}', order: 1 }],
    });
  const planId = await publishPlan(sandbox, {
    ...{ name: 'plan', graceDays: 6 },
    cards: [
      {
        ...{ type: 'USAGE', billableId: distance },
        usage: { model: 'TIERED', slabs: [{ rate: 2 }, { startAfter: 10, rate: 0.333 }] },
      },
    ],
  });
  await openAccount(sandbox, 'a1', { accountAliases: [{ value: 'first' }] });
  await openAccount(sandbox, 'a2');
  await editTimeline(sandbox, 'a1', [{ planId, from: '2030-01-15' }]);
  return { id, sandbox, distance };
}

const arbitraryRides = fc.array(
  fc.record({
    day: fc.integer({ min: 10, max: 30 }),
    accountId: fc.constantFrom('a1', 'FIRST', 'a2', 'typo'),
    city: fc.constantFrom('Oslo', 'Riga'),
    distance: fc.constantFrom('0.1', '0.2', '2.675', '1.005', '-3', '40'),
  }),
  { minLength: 6, maxLength: 15 },
);
const arbitraryCorrection = fc.record({
  action: fc.constantFrom('UNDO', 'REDO'),
  query: fc.constantFrom(
    ...['account_id=a1', 'account_id=a2', 'account_id=a1&from=2030-01-20T00:00:00Z'],
    ...['account_id=a1&schema_name=ride&until=2030-01-20T00:00:00Z', 'account_id=a1&status=PROCESSED'],
  ),
  isMeterChanged: fc.boolean(),
});

it('a preview shows what the correction then does, and changes nothing itself', async () => {
  let changed = 0;
  await fc.assert(
    fc.asyncProperty(
      arbitraryRides,
      arbitraryCorrection,
      async (rides, { action, query, isMeterChanged }) => {
        const { id, sandbox, distance } = await openOrganization();
        const events = rides.map(({ day, city, ...members }, i) =>
          ride(`e${i}`, { ...members, timestamp: `2030-01-${day}T12:00:00Z`, dimensions: { city } }),
        );
        await sandbox.must.post('/ingestBatch', { events });
        // What is ingested again is then counted by one more meter.
        if (isMeterChanged)
          await createMeter(sandbox, { name: 'more', aggregation: 'COUNT', computations: [] });
        const before = await readStoredUsage(service, id);
        const request = `action=${action}&${query}`;
        const preview = await sandbox.post(`/ext/v1/events/correction_preview?${request}`);
        expect(await readStoredUsage(service, id)).toEqual(before);
        const done = await sandbox.post(`/events/correction?${request}`);
        expect(preview.status).toBe(done.status);
        if (done.status === 400) return; // nothing to correct
        expect(await changesOf(id, sandbox, preview.body)).toEqual(preview.body.usage);
        const after = await readStoredUsage(service, id);
        const listed = preview.body.usage.filter(
          ({ usageMeterId }: Reply['body']) => usageMeterId === distance,
        );
        expect(changedBetween(before.cycles, after.cycles, distance)).toEqual(
          listed.filter(({ from }: Reply['body']) => from === '2030-01-15T00:00:00.000Z').length,
        );
        const totals = preview.body.invoices.map(
          async ({ invoiceId }: Reply['body']) =>
            (await sandbox.must.get(`/invoices/${invoiceId}`)).totalAmount,
        );
        expect(await Promise.all(totals)).toEqual(
          preview.body.invoices.map(({ after }: Reply['body']) => after),
        );
        expect(preview.body.outcomes.map(countOf).sort()).toEqual(outcomesOf(done.body.data));
        changed += preview.body.usage.length;
      },
    ),
    { numRuns: rounds({ everyday: 12, full: 60 }) },
  );
  expect(changed).toBeGreaterThan(0);
});

/** The usage of a preview, with what is stored now as its `after`. */
async function changesOf(id: string, sandbox: Client, { usage }: Reply['body']): Promise<unknown> {
  await sandbox.settle();
  return Promise.all(
    usage.map(async (change: Reply['body']) => {
      const { accountId, usageMeterId } = change;
      const [from, until] = [Temporal.Instant.from(change.from), Temporal.Instant.from(change.until)];
      const found = await asSandbox(
        service,
        (tx, org) => sumUsage(tx, org, { accountId, meterIds: [usageMeterId], from, until }),
        id,
      );
      const units = found.get(usageMeterId)?.units;
      return { ...change, after: units ? Number(decimalText(units)) : 0 };
    }),
  );
}

/** How many cycles of the meter have another sum: `account schedule cycle meter units events`. */
function changedBetween(before: readonly string[], after: readonly string[], meter: string): number {
  const sums = (lines: readonly string[]) =>
    new Map(
      lines
        .map((line) => line.split(' '))
        .filter((parts) => parts[3] === meter && parts[4] !== '0')
        .map((parts) => [parts.slice(0, 3).join(' '), parts[4]]),
    );
  const [was, is] = [sums(before), sums(after)];
  return [...new Set([...was.keys(), ...is.keys()])].filter((key) => was.get(key) !== is.get(key)).length;
}

const countOf = ({ status, ingestionStatus, reason = '', events }: Reply['body']) =>
  [events, status, ingestionStatus, reason].join(' ');

function outcomesOf(corrected: Reply['body'][]): string[] {
  const names = corrected.map(({ status, ingestionStatus, reason }) =>
    [status, ingestionStatus.status, status === 'FAILED' ? reason : ''].join(' '),
  );
  return [...Map.groupBy(names, (name) => name)].map(([name, each]) => `${each.length} ${name}`).sort();
}
