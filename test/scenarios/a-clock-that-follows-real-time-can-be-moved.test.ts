import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, test } from 'vitest';
import { createAlert, listIncidents, usageAlert } from '#test/alert-scenario.ts';
import {
  editTimeline,
  listInvoices,
  openAccount,
  publishPlan,
  sellUsage,
  use,
} from '#test/billing-scenario.ts';
import { creditsOf, sellCalls } from '#test/feature-scenario.ts';
import { formGroup, openPayer } from '#test/group-scenario.ts';
import { listenOnce } from '#test/open-stream.ts';
import { type Client, useService } from '#test/running-app.ts';
import {
  callProviders,
  connect,
  LOCAL_CONNECTOR,
  requestsOf,
  useScriptedProvider,
} from '#test/scripted-provider.ts';
import { listOrgs } from '#test/webhook-receiver.ts';

/*
 * Everything is set up while the clock of the sandbox follows real time, as users do. Its first move goes to
 * the middle of the month after next, so that whatever the day is two whole months have ended by then.
 */
const service = useService(LOCAL_CONNECTOR);
const provider = useScriptedProvider();

const today = Temporal.Now.zonedDateTimeISO('UTC').toPlainDate();
const firstOf = (months: number) => today.toPlainYearMonth().add({ months }).toPlainDate({ day: 1 });
const target = `${firstOf(2).add({ days: 14 })}T00:00:00.000Z`;

async function sellTwoPerUnit(client: Client): Promise<string> {
  const billableId = await sellUsage(client, 'calls');
  const usage = { model: 'TIERED' as const, slabs: [{ rate: 2 }] };
  const planId = await publishPlan(client, { name: 'usage', cards: [{ type: 'USAGE', billableId, usage }] });
  await openAccount(client, 'acme');
  await editTimeline(client, 'acme', [{ planId, from: `${today}` }]);
  await use(client, { meter: 'calls', account: 'acme', at: `${Temporal.Now.instant()}`, amount: '5' });
  return billableId;
}

const statuses = async (client: Client, owner: string) =>
  (await listInvoices(client, owner)).map(({ status, totalAmount }) => `${status} ${totalAmount}`).toSorted();

/** Work that plans its own next piece: what is set up in real time, and what there has to be on the day. */
const CASES: Record<string, (client: Client) => Promise<() => Promise<void>>> = {
  // Five calls in the running month; the two that follow cost nothing.
  'drafts of usage, refreshed every 15 minutes': async (client) => {
    await sellTwoPerUnit(client);
    return async () => expect(await statuses(client, 'acme')).toEqual(['DRAFT 0', 'DUE 10', 'PAID 0']);
  },
  'drafts refreshed as often as the organization says': async (client) => {
    const { id } = await client.must.get('/ext/v1/organization');
    await client.must.post('/settings', { ...REFRESH, entityId: id });
    await sellTwoPerUnit(client);
    return async () => expect(await statuses(client, 'acme')).toEqual(['DRAFT 0', 'DUE 10', 'PAID 0']);
  },
  'alerts that are checked every day': async (client) => {
    const meter = await sellTwoPerUnit(client);
    const watched = usageAlert({ meter, account: 'acme', threshold: 5 });
    const alert = await createAlert(client, { ...watched, interval: '1440' });
    return async () => expect(await listIncidents(client, alert)).toMatchObject([{ status: 'CLOSED' }]);
  },
  'reports of every month': async (client) => {
    const template = { name: 'Revenue', queryInput: QUERY, schedule: { frequency: 'MONTHLY' } };
    await client.must.post('/ext/v1/report_templates', template);
    return async () => {
      const { data } = await client.must.get('/reports?fetchFor=ALL&pageSize=100');
      // On the first of next month, and of the one after it.
      expect(data).toHaveLength(2);
    };
  },
  'credits that a plan grants each month': async (client) => {
    const calls = await sellCalls(client);
    const windows = [{ effectiveUntil: 'P1M', featureCreditLimit: 100 }];
    const entitlement = { slabs: [{ priceType: 'FLAT' as const, rate: 0 }], windows };
    const cards = [{ type: 'BILLING_ENTITLEMENT' as const, billableId: calls, entitlement }];
    await openAccount(client, 'acme');
    const planId = await publishPlan(client, { name: 'grants', cards });
    await editTimeline(client, 'acme', [{ planId, from: `${today}` }]);
    return async () => expect(await creditsOf(client, calls, 'acme')).toBe('100 100 0 0');
  },
  'a group that is billed on each day of an invoice': async (client) => {
    await openPayer(client, 'one', { from: `${firstOf(1)}` });
    const group = await formGroup(client, { accounts: ['one'] });
    return async () => expect((await statuses(client, group)).at(-1)).toBe('DUE 10');
  },
};

test.each(Object.keys(CASES))('%s', async (name) => {
  const sandbox = await openSandbox(`real-time-${Object.keys(CASES).indexOf(name)}`);
  const isThere = await CASES[name]?.(sandbox);
  const { status, body } = await sandbox.put('/ext/v1/clock', { now: target });
  expect([status, body]).toEqual([200, { now: target }]);
  expect(await sandbox.must.get('/ext/v1/clock')).toEqual({ now: target });
  expect((await sandbox.must.get('/ext/v1/scheduled_work')).data).toEqual([]);
  await isThere?.();
  // The next move begins where the clock stands.
  const later = `${firstOf(3).add({ days: 14 })}T00:00:00.000Z`;
  expect(await sandbox.must.put('/ext/v1/clock', { now: later })).toEqual({ now: later });
});

test('charges that a provider rejected are tried again on the way', async () => {
  const sandbox = await openSandbox('refused');
  await connect(sandbox, provider);
  provider.decide = () => 'REFUSE';
  await openPayer(sandbox, 'acme', { rate: 10, from: `${today}`, isInAdvance: true });
  const [invoice] = await listInvoices(sandbox, 'acme');
  await callProviders({ ...service, sandbox });
  expect(await requestsOf(sandbox, invoice.id)).toEqual([expect.stringMatching(/^1 FAILED /)]);
  expect((await sandbox.put('/ext/v1/clock', { now: target })).body).toEqual({ now: target });
  expect((await requestsOf(sandbox, invoice.id)).length).toBeGreaterThan(1);
});

test('a sandbox that was emptied follows real time, and its clock can be moved again', async () => {
  const sandbox = await openSandbox('emptied');
  await sellTwoPerUnit(sandbox);
  await sandbox.must.put('/ext/v1/clock', { now: target });
  await sandbox.must.post('/ext/v1/sandbox/wipe', { organizationId: 'emptied' });
  await sellTwoPerUnit(sandbox);
  expect((await sandbox.put('/ext/v1/clock', { now: target })).body).toEqual({ now: target });
  expect(await statuses(sandbox, 'acme')).toEqual(['DRAFT 0', 'DUE 10', 'PAID 0']);
});

it('a move that is rejected leaves the clock running', async () => {
  const sandbox = await openSandbox('running');
  const before = (await sandbox.must.get('/ext/v1/clock')).now;
  expect((await sandbox.put('/ext/v1/clock', { now: '2020-01-01T00:00:00Z' })).status).toBe(400);
  expect((await sandbox.must.get('/ext/v1/clock')).now > before).toBe(true);
});

it('a caller that hangs up ends the move, and the next one goes on from there', async () => {
  const sandbox = await openSandbox('hung-up');
  const meter = await sellTwoPerUnit(sandbox);
  await createAlert(sandbox, { ...usageAlert({ meter, account: 'acme', threshold: 5 }), interval: '30' });
  const url = `http://127.0.0.1:${await listenOnce(service.app.server)}`;
  const caller = new AbortController();
  const moving = fetch(`${url}/sandbox/ext/v1/clock`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${sandbox.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ now: target }),
    signal: caller.signal,
  });
  const readClock = async () => (await sandbox.must.get('/ext/v1/clock')).now;
  const isOnTheWay = async () => (await readClock()) > `${today.add({ days: 2 })}`;
  await expect.poll(isOnTheWay, { timeout: 60_000 }).toBe(true);
  caller.abort();
  await expect(moving).rejects.toThrow('abort');
  const hasStopped = async () => (await readClock()) === (await sleep(100).then(readClock));
  await expect.poll(hasStopped, { timeout: 60_000 }).toBe(true);
  const stopped = await readClock();
  expect(stopped < target).toBe(true);
  const { epochMilliseconds } = Temporal.Instant.from(stopped).add({ hours: 2 });
  const next = new Date(epochMilliseconds).toISOString();
  expect((await sandbox.put('/ext/v1/clock', { now: next })).body).toEqual({ now: next });
});

/** The sandbox of a new organization. Nobody moves its clock: what is due is done as the worker would. */
async function openSandbox(id: string): Promise<Client> {
  const { sandbox } = await service.createOrganization(id);
  const settle = async () => {
    const org = (await listOrgs(service)).find((each) => each.id === id && each.environment === 'sandbox');
    if (org) await service.app.scheduledWork.runUntil(org, Temporal.Now.instant());
  };
  return { ...sandbox, settle };
}

const REFRESH = {
  id: 'INVOICE_REFRESH_MINUTES',
  name: 'Refresh of drafts',
  namespace: 'PLATFORM',
  dataType: 'NUMERIC',
  entityType: 'ORGANIZATION',
  value: '5',
};

const QUERY = {
  selects: [{ dataSource: 'revenue', columnName: 'account_id', alias: 'account' }],
  baseDataSource: 'revenue',
  sort: [],
  limit: 10,
};
