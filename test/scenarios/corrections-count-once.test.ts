import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type CardTerms,
  editTimeline,
  onlyInvoice,
  openAccount,
  publishPlan,
} from '#test/billing-scenario.ts';
import { correctOne, findMismatches } from '#test/correction-scenario.ts';
import { createMeter, meterRides, ride, statusesOf } from '#test/metering-scenario.ts';
import { type Client, type Reply, useService } from '#test/running-app.ts';

const service = useService();
const METERED = 'INGESTION_COMPLETED_EVENT_METERED';
let client: Client;
let planId = '';

/** A ride costs its distance, and the longest and the shortest of the month once more. */
beforeAll(async () => {
  client = service.sandbox;
  await client.setClock('2030-01-01T00:00:00Z');
  const cards: CardTerms[] = [(await meterRides(client)).distance].map(card);
  for (const aggregation of ['MAX', 'MIN']) {
    const computations = [{ computation: '{"var":"attribute.distance"}', order: 1 }];
    cards.push(card(await createMeter(client, { name: aggregation, aggregation, computations })));
  }
  planId = await publishPlan(client, { name: 'plan', graceDays: 2, cards });
  await client.setClock('2030-01-10T00:00:00Z');
});

afterAll(async () => expect(await findMismatches(service)).toEqual([]));

const card = (billableId: string): CardTerms => {
  return { type: 'USAGE', billableId, usage: { model: 'TIERED', slabs: [{ rate: 1 }] } };
};

async function open(account: string): Promise<void> {
  await openAccount(client, account);
  await editTimeline(client, account, [{ planId, from: '2030-01-01' }]);
}
const own = (account: string, id: string, distance = '1') =>
  ride(`${account} ${id}`, { accountId: account, distance, timestamp: '2030-01-09T12:30:00Z' });
const send = (...events: unknown[]) => client.must.post('/ingestBatch', { events });
const liveOnes = async (id: string) => (await statusesOf(client, id)).filter((status) => status === METERED);
/** Distance, longest and shortest, as the draft has them. */
const quantities = async (account: string) =>
  (await onlyInvoice(client, account)).usageInfo.map(({ value }: Reply['body']) => value);
const outcomes = (results: string[]) => results.map((text) => text.split(':')[0]).sort();

describe('corrections of one event at the same time', () => {
  it.each(['UNDO', 'REDO', 'REDO_EVENT'] as const)(
    'one %s is done, the others find it done',
    async (action) => {
      const account = `same-${action}`;
      await open(account);
      await send(own(account, 'e', '5'), own(account, 'other', '2'));
      const [event] = (await client.must.get(`/events/${account}%20e`)).events;
      // By their reference, so that all mean the one that is there now.
      const query = `action=${action}&account_id=${account}&id=${event.referenceId}`;
      const corrections = Array.from({ length: 6 }, async () => {
        if (action === 'REDO_EVENT') return correctOne(client, action, own(account, 'e', '5'));
        const { data } = await client.must.post(`/events/correction?${query}`);
        return `${data[0].status}: ${data[0].reason}`;
      });
      const results = outcomes(await Promise.all(corrections));
      const isRedone = action !== 'UNDO';
      const done = isRedone ? 'REVERTED_AND_REINGESTED' : 'REVERTED';
      if (action !== 'REDO_EVENT') expect(results).toEqual([...Array(5).fill('FAILED'), done]);
      else expect(results).toContain(done); // each means the newest one that it sees
      expect(await liveOnes(`${account} e`)).toHaveLength(isRedone ? 1 : 0);
      expect(await quantities(account)).toEqual(isRedone ? [7, 5, 2] : [2, 2, 2]);
    },
  );
});

describe('a correction', () => {
  it('and an event that is sent again with the same id count once at most', async () => {
    await open('again');
    await send(own('again', 'other', '2'));
    for (let round = 0; round < 4; round++) {
      const id = `e${round}`;
      await send(own('again', id, '5'));
      await Promise.all([
        ...Array.from({ length: 4 }, () => send(own('again', id, '5'))),
        correctOne(client, round % 2 === 0 ? 'UNDO' : 'REDO', own('again', id)),
        ...Array.from({ length: 4 }, () => send(own('again', id, '5'))),
      ]);
      const live = (await liveOnes(`again ${id}`)).length;
      expect(live).toBeLessThanOrEqual(1);
      if (round % 2 === 1) expect(live).toBe(1);
      if (live === 1) await correctOne(client, 'UNDO', own('again', id));
    }
    expect(await quantities('again')).toEqual([2, 2, 2]);
  });

  it('of the longest ride leaves those that come meanwhile', async () => {
    await open('extremes');
    const distances = Array.from({ length: 24 }, (_, i) => i + 1);
    await send(...distances.map((i) => own('extremes', `e${i}`, String(i))));
    // The longest and the shortest go while others come; 9 to 16 and the new ones stay.
    await Promise.all([
      ...[24, 23, 22, 21, 20, 19, 18, 17].map((i) => correctOne(client, 'UNDO', own('extremes', `e${i}`))),
      ...[1, 2, 3, 4, 5, 6, 7, 8].map((i) => correctOne(client, 'UNDO', own('extremes', `e${i}`))),
      ...distances.map((i) => send(own('extremes', `n${i}`, String(8 + (i % 10))))),
    ]);
    const kept = [9, 10, 11, 12, 13, 14, 15, 16, ...distances.map((i) => 8 + (i % 10))];
    const sum = kept.reduce((a, b) => a + b);
    expect(await quantities('extremes')).toEqual([sum, Math.max(...kept), Math.min(...kept)]);
    for (const i of distances) await correctOne(client, 'UNDO', own('extremes', `n${i}`));
    expect(await quantities('extremes')).toEqual([100, 16, 9]);
  });
});
