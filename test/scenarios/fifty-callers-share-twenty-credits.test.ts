import { beforeAll, expect, it } from 'vitest';
import { openAccount } from '#test/billing-scenario.ts';
import { callEvent, creditsOf, ingestCall, sellCalls } from '#test/feature-scenario.ts';
import { grantCredits, readDebits } from '#test/granted-credits.ts';
import { statusesOf } from '#test/metering-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
let calls: string;

beforeAll(async () => {
  const { sandbox } = service;
  await sandbox.setClock('2030-01-10T00:00:00Z');
  calls = await sellCalls(sandbox);
});

it('of 50 who ask at once for one of 20 credits exactly 20 get one', async () => {
  const { sandbox } = service;
  await openAccount(sandbox, 'a1');
  // Two entries and overage: every debit crosses from one to the next at some point.
  await grantCredits(service, [
    { id: 'A', featureId: calls, granted: '7', until: '2030-01-20T00:00:00Z' },
    { id: 'B', featureId: calls, granted: '8' },
    { id: 'O', featureId: calls, granted: '5', source: 'OVERAGE' },
  ]);
  const replies = await Promise.all(
    Array.from({ length: 50 }, (_, i) => ingestCall(sandbox, `call ${i}`, { minutes: '1' })),
  );
  const responses = Map.groupBy(replies, ({ status, headers }) => `${status} ${headers['error-code'] ?? ''}`);
  expect(Object.fromEntries([...responses].map(([response, { length }]) => [response, length]))).toEqual({
    '200 ': 20,
    '400 INSUFFICIENT_CREDITS': 30,
  });
  expect(await creditsOf(sandbox, calls)).toBe('15 0 5 5');
  expect(await readDebits(service)).toEqual({ A: '7', B: '8', O: '5' });
});

it('one event that is sent by ten callers at once is debited once', async () => {
  const { sandbox } = service;
  await openAccount(sandbox, 'a2');
  await grantCredits(service, [{ id: 'C', featureId: calls, accountId: 'a2', granted: '10' }]);
  const replies = await Promise.all(
    Array.from({ length: 10 }, () => ingestCall(sandbox, 'the call', { account: 'a2', minutes: '3' })),
  );
  expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)]);
  expect(await creditsOf(sandbox, calls, 'a2')).toBe('10 7 0 0');
  expect((await statusesOf(sandbox, 'the call')).sort()).toEqual([
    'INGESTION_COMPLETED_NO_MATCHING_METERS',
    ...Array(9).fill('INGESTION_FAILED_DUPLICATE_EVENT'),
  ]);
});

it('batches that take from several wallets in any order all commit', async () => {
  const { sandbox } = service;
  const features = [calls, await sellCalls(sandbox, { name: 'Other calls', schemaName: 'other' })];
  const accounts = ['b1', 'b2', 'b3'];
  for (const accountId of accounts) {
    await openAccount(sandbox, accountId);
    const grant = { accountId, granted: '60' };
    await grantCredits(
      service,
      features.map((featureId) => ({ ...grant, featureId, id: `${accountId}` })),
    );
  }
  const batchOf = (writer: number) => {
    const events = Array.from({ length: 60 }, (_, i) =>
      callEvent(`batch ${writer} ${i}`, {
        account: accounts[i % 3] as string,
        ...{ minutes: '1', schemaName: i % 2 === 0 ? 'call' : 'other' },
      }),
    );
    return writer % 2 === 0 ? events : events.reverse();
  };
  const replies = await Promise.all(
    Array.from({ length: 12 }, (_, i) => sandbox.post('/ingestBatch', { events: batchOf(i) })),
  );
  expect(replies.map(({ status }) => status)).toEqual(Array(12).fill(202));
  // 12 batches ask each of the 6 wallets for 10 credits: 120 for 60.
  for (const accountId of accounts)
    for (const featureId of features) expect(await creditsOf(sandbox, featureId, accountId)).toBe('60 0 0 0');
});
