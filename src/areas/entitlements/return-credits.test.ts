import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { decimal } from '#core/decimal.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { openAccount } from '#test/billing-scenario.ts';
import { sellCalls } from '#test/feature-scenario.ts';
import { type GrantTerms, grantCredits, readDebits } from '#test/granted-credits.ts';
import { asSandbox } from '#test/metering-scenario.ts';
import { useService } from '#test/running-app.ts';
import { debitFeature } from './debit-feature.ts';
import { findDebited, lockWallets, returnCredits } from './index.ts';

const service = useService();
const now = Temporal.Instant.from('2030-01-10T00:00:00Z');
let featureId = '';
let accountId = '';
let opened = 0;

beforeAll(async () => {
  await service.sandbox.setClock(now.toString());
  featureId = await sellCalls(service.sandbox);
});
/** Each test has an account of its own, with two entries of 10 and unlimited overage. */
beforeEach(async () => {
  opened += 1;
  accountId = `a${opened}`;
  await openAccount(service.sandbox, accountId);
  const entry = (id: string, terms: Partial<GrantTerms>): GrantTerms => {
    return { id: `${id}${opened}`, featureId, accountId, granted: '10', ...terms };
  };
  await grantCredits(service, [
    entry('A', { until: '2030-01-20T00:00:00Z' }),
    entry('B', {}),
    entry('O', { granted: null, source: 'OVERAGE' }),
  ]);
});

const referenceOf = (event: number) =>
  `${String(opened).padStart(8, '0')}-0000-8000-8000-${String(event).padStart(12, '0')}`;
const take = (tx: Tx, org: Org, event: number, units: string) =>
  debitFeature(tx, org, {
    ...{ accountId, featureId, units: decimal(units), referenceId: referenceOf(event) },
    at: Temporal.Instant.from('2030-01-09T00:00:00Z'),
  });

/** Takes credits by events 1, 2, … and returns those of some of them, as if it were `at`. */
async function takeAndReturn(taken: string[], returned: number[], at = now) {
  return asSandbox(service, async (tx, org) => {
    for (const [i, units] of taken.entries()) await take(tx, org, i + 1, units);
    const references = returned.map(referenceOf);
    const debited = await findDebited({ tx, org }, references);
    expect([...debited.keys()].sort()).toEqual(references.toSorted());
    expect([...debited.values()].flat()).toContainEqual(expect.objectContaining({ accountId, featureId }));
    await lockWallets(tx, org, [...debited.values()].flat());
    const sentences = await returnCredits({ tx, org, now: at }, references);
    expect((await findDebited({ tx, org }, references)).size).toBe(0);
    return references.map((reference) => sentences.get(reference) ?? []);
  });
}
/** What is used of the entries of this test: `A 5, B 0, O 0`; entries that were made are called R. */
async function used(): Promise<string> {
  const debits = Object.entries(await readDebits(service));
  const own = debits.filter(([id]) =>
    id.startsWith('0') ? id.startsWith(referenceOf(0).slice(0, 8)) : id.slice(1) === String(opened),
  );
  return own
    .map(([id, units]) => `${id.startsWith('0') ? 'R' : id[0]} ${units}`)
    .sort()
    .join(', ');
}
const voidEntry = (id: string) =>
  service.sandbox.must.post(`/accounts/${accountId}/features/${featureId}/entries/${id}${opened}/void`);

describe('credits that are given back', () => {
  it.each([
    // taken                     returned    used
    [['5'], [1], 'A 0, B 0, O 0'],
    [['5', '12'], [1], 'A 5, B 7, O 0'],
    [['5', '12'], [2], 'A 5, B 0, O 0'],
    [['5', '12', '9'], [3], 'A 10, B 7, O 0'], //    9 were 3 of B and 6 of overage
    [['5', '12', '9'], [1, 3], 'A 5, B 7, O 0'],
    [['5', '12', '9'], [3, 2, 1], 'A 0, B 0, O 0'],
  ])('%j without %j: %s', async (taken, returned, expected) => {
    expect((await takeAndReturn(taken, returned)).flat()).toEqual([]);
    expect(await used()).toBe(expected);
  });

  it('go back to an entry that has ended, for events of its time; and it is said', async () => {
    const sentences = await takeAndReturn(['12'], [1], Temporal.Instant.from('2030-01-20T00:00:00Z'));
    expect(sentences).toEqual([
      [
        `10 credits were returned to entry A${opened}, which expired at 2030-01-20T00:00:00Z, so ` +
          'later events cannot use them',
      ],
    ]);
    expect(await used()).toBe('A 0, B 0, O 0');
  });

  it('of a voided entry are granted anew with its window', async () => {
    await asSandbox(service, (tx, org) => take(tx, org, 1, '12.5'));
    await voidEntry('A');
    const sentences = await takeAndReturn([], [1]);
    const refund = `${referenceOf(1)}#1$REFUND`;
    expect(sentences).toEqual([[`10 credits of the voided entry A${opened} were returned to ${refund}`]]);
    const { data } = await service.sandbox.must.get(`/accounts/${accountId}/features/${featureId}/entries`);
    expect(data.find(({ id }: { id: string }) => id === refund)).toEqual({
      ...{ id: refund, source: 'REFUND', status: 'ACTIVE', granted: 10, balance: 10, used: 0 },
      ...{ effectiveFrom: '2030-01-01T00:00:00.000Z', effectiveUntil: '2030-01-20T00:00:00.000Z' },
    });
    expect(await used()).toBe('A 0, B 0, O 0, R 0');
  });

  it('of a voided entry whose time is over are lost, and it is said', async () => {
    await asSandbox(service, (tx, org) => take(tx, org, 1, '10'));
    await voidEntry('A');
    const sentences = await takeAndReturn([], [1], Temporal.Instant.from('2030-01-20T00:00:00Z'));
    expect(sentences).toEqual([[`10 credits are lost: entry A${opened} is voided and has expired`]]);
    expect(await used()).toBe('A 0, B 0, O 0');
  });

  it('of events that took none are nothing', async () => {
    const nothing = await asSandbox(service, async (tx, org) => {
      return returnCredits({ tx, org, now }, [referenceOf(1)]);
    });
    expect(nothing.size).toBe(0);
  });
});
