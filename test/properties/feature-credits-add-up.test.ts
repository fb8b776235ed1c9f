import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { Decimal, decimal, decimalText, ZERO } from '#core/decimal.ts';
import { openAccount } from '#test/billing-scenario.ts';
import { callEvent, creditsOf, sellCalls } from '#test/feature-scenario.ts';
import { type GrantTerms, grantCredits, readDebits } from '#test/granted-credits.ts';
import { type Client, useService } from '#test/running-app.ts';

/**
 * Whatever is granted and whatever is sent, at once and in any order: what events took is what is used of the
 * entries, no entry gives more than it has, and who was refused took nothing.
 */
const service = useService();
let client: Client;
let calls: string;
let runs = 0;
let takenInAll = ZERO;

beforeAll(async () => {
  client = service.sandbox;
  await client.setClock('2030-01-10T00:00:00Z');
  calls = await sellCalls(client);
});

const amount = (max: number) => fc.integer({ min: 0, max }).map((n) => decimalText(new Decimal(n).div(1000)));
const day = fc.integer({ min: 1, max: 9 }).map((n) => `2030-01-0${n}T00:00:00Z`);
const entries = fc.array(fc.tuple(amount(20_000), day, day, fc.boolean()), { maxLength: 5 });
const events = fc.array(fc.record({ minutes: amount(9000), at: day }), { minLength: 1, maxLength: 12 });

it('debits add up', async () => {
  const scenario = fc.tuple(entries, fc.array(events, { minLength: 1, maxLength: 4 }));
  await fc.assert(
    fc.asyncProperty(scenario, async ([drawn, batches]) => {
      runs += 1;
      const accountId = `account-${runs}`;
      await openAccount(client, accountId);
      const granted = drawn.map(([sum, a, b, isOverage], i): GrantTerms => {
        const [from = a, until = b] = [a, b].sort();
        const source = isOverage ? 'OVERAGE' : 'ENTITLEMENT';
        return { id: `${accountId} ${i}`, featureId: calls, accountId, granted: sum, source, from, until };
      });
      await grantCredits(service, granted);
      const bodies = batches.map((batch, b) => ({
        events: batch.map((call, i) => callEvent(`${accountId} ${b} ${i}`, { ...call, account: accountId })),
      }));
      const replies = await Promise.all(bodies.map((body) => client.post('/ingestBatch', body)));
      expect(replies.map(({ status }) => status)).toEqual(batches.map(() => 202));
      const used = await readDebits(service);
      for (const { id, granted: sum } of granted) expect(decimal(used[id] ?? '0').lte(sum ?? 0)).toBe(true);
      const taken = sumOf(granted.map(({ id }) => used[id] ?? '0'));
      takenInAll = takenInAll.plus(taken);
      expect(taken).toBe(sumOf(await acceptedMinutes(accountId)));
      expect(await creditsOf(client, calls, accountId)).toBe('0 0 0 0'); // all of it is over by now
    }),
    { numRuns: 15 },
  );
  expect(takenInAll.gt(0)).toBe(true);
});

/** What the events that were not refused asked for. */
async function acceptedMinutes(accountId: string): Promise<string[]> {
  const { events: stored } = await client.must.get(`/events?account_id=${accountId}&status=PROCESSED`);
  return stored.map(
    ({ eventPayload }: { eventPayload: { attributes: { value: string }[] } }) =>
      eventPayload.attributes[0]?.value ?? '0',
  );
}

function sumOf(texts: readonly string[]): string {
  return decimalText(texts.reduce((sum, text) => sum.plus(text), ZERO));
}
