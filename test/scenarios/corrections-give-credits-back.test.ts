import { beforeAll, beforeEach, expect, test } from 'vitest';
import { openAccount } from '#test/billing-scenario.ts';
import { correctOne } from '#test/correction-scenario.ts';
import { callEvent, creditsOf, ingestCall, sellCalls } from '#test/feature-scenario.ts';
import { grantCredits } from '#test/granted-credits.ts';
import { createMeter, statusesOf } from '#test/metering-scenario.ts';
import { type Client, useService } from '#test/running-app.ts';

const service = useService();
const METERED = 'INGESTION_COMPLETED_EVENT_METERED';
let client: Client;
let calls = '';
let account = '';
let opened = 0;

beforeAll(async () => {
  client = service.sandbox;
  await client.setClock('2030-01-10T00:00:00Z');
  calls = await sellCalls(client);
  await createMeter(client, {
    ...{ name: 'minutes', aggregation: 'SUM', eventSchemaName: 'call' },
    computations: [{ computation: '{"var":"attribute.minutes"}', order: 1 }],
  });
});
/** Each test has an account with 20 credits, and 5 beyond them. */
beforeEach(async () => {
  opened += 1;
  account = `a${opened}`;
  await openAccount(client, account);
  const entry = { featureId: calls, accountId: account };
  await grantCredits(service, [
    { ...entry, id: `A${opened}`, granted: '20' },
    { ...entry, id: `O${opened}`, granted: '5', source: 'OVERAGE' },
  ]);
});

const request = async (id: string, minutes: string) =>
  (await ingestCall(client, `${account} ${id}`, { account, minutes })).status;
const call = (id: string, minutes: string) => callEvent(`${account} ${id}`, { account, minutes });
/** Granted, left, allowed beyond, used beyond. */
const credits = () => creditsOf(client, calls, account);

test('an event that was allowed and undone has used nothing, and may be asked for again', async () => {
  expect(await request('e', '23')).toBe(200);
  expect(await credits()).toBe('20 0 5 3');
  expect(await correctOne(client, 'UNDO', call('e', '23'))).toBe(
    'REVERTED: the effects of the event were reversed',
  );
  expect(await credits()).toBe('20 20 5 0');
  expect(await request('e', '25')).toBe(200);
  expect(await credits()).toBe('20 0 5 5');
});

test('doing it again with less leaves the rest, and with too much gives all back', async () => {
  await request('e', '23');
  await correctOne(client, 'REDO_EVENT', call('e', '12.5'));
  expect(await credits()).toBe('20 7.5 5 0');
  expect(await correctOne(client, 'REDO_EVENT', call('e', '25.5'))).toContain(
    `ingested again: feature ${calls} has 20 credits and 5 overage left, and the event uses 25.5`,
  );
  expect(await credits()).toBe('20 20 5 0');
});

test('what was rejected took nothing to give back, and is allowed when there is enough', async () => {
  expect(await request('e', '26')).toBe(400);
  expect(await correctOne(client, 'UNDO', call('e', '26'))).toBe(
    'FAILED: the event was rejected for insufficient credits and debited none',
  );
  await grantCredits(service, [{ id: `B${opened}`, featureId: calls, accountId: account, granted: '1' }]);
  await correctOne(client, 'REDO', call('e', '26'));
  expect(await credits()).toBe('21 0 5 5');
  expect(await statusesOf(client, `${account} e`)).toEqual([METERED, 'REVERTED']);
});

test('what was allowed and could not be metered is given back', async () => {
  const broken = await createMeter(client, {
    ...{ name: 'broken', aggregation: 'SUM', eventSchemaName: 'call' },
    computations: [{ computation: '{"/":[1,{"var":"attribute.zero"}]}', order: 1 }],
  });
  expect(await request('e', '2')).toBe(200);
  expect(await request('f', '3')).toBe(200);
  await client.must.post(`/usage_meters/${broken}/deactivate`);
  expect(await statusesOf(client, `${account} e`)).toEqual(['INGESTION_FAILED_UNITS_INVALID']);
  expect(await correctOne(client, 'REDO', call('e', '2'))).toContain(`ingested again: ${METERED}`);
  expect(await credits()).toBe('20 15 5 0');
  await correctOne(client, 'UNDO', call('f', '3'));
  expect(await credits()).toBe('20 18 5 0');
  expect(await statusesOf(client, `${account} e`)).toEqual([METERED, 'REVERTED']);
});
