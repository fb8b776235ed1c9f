import { areas } from '#app';
import { seal } from '#test/audit-log.ts';
import {
  type CardTerms,
  editTimeline,
  openAccount,
  publishPlan,
  sellFee,
  sellUsage,
} from '#test/billing-scenario.ts';
import { compactUsage } from '#test/compact-usage.ts';
import { sendExample } from '#test/every-operation.ts';
import { buildWorld, type World } from '#test/example-world.ts';
import { formGroup } from '#test/group-scenario.ts';
import { payInvoice } from '#test/payment-scenario.ts';
import { addPerson } from '#test/people.ts';
import type { Client, Reply, Service } from '#test/running-app.ts';

/** What callers of a kept database still have: keys, a session, and the secret of a webhook. */
export interface Credentials {
  /** Of the organization `billed`. */
  sandbox: string;
  production: string;
  /** Of the organization `everything`, which has a record of each kind. */
  everything: string;
  session: string;
  webhook: { id: string; secret: string };
}

const ACCOUNTS = ['north', 'south', 'east', 'west', 'leaver'] as const;

/**
 * Two organizations: `billed` has two months behind it, with invoices, payments, credits, a wallet and a
 * group, and is in the middle of February 2030; `everything` has a record of each kind.
 */
export async function makeKeptWorld(service: Service): Promise<Credentials> {
  const { sandbox, production } = await service.createOrganization('billed');
  await sell(sandbox);
  await sandbox.setClock('2030-01-20T00:00:00Z');
  await send(sandbox, january());
  await sandbox.setClock('2030-02-03T00:00:00Z');
  await pay(sandbox);
  // What is added to sums so far is folded, and what follows waits for it.
  await compactUsage(service, 'billed');
  // The last account leaves: days that it paid for in advance are given back.
  await editTimeline(sandbox, 'leaver', [{ from: '2030-02-10' }]);
  await sandbox.setClock('2030-02-14T12:00:00Z');
  await send(sandbox, february());
  await correct(sandbox);
  await seal(service, 'billed');
  await useForAMoment(production);
  const { session, webhook } = await letIn(service, sandbox);
  const world = await buildWorld(service, 'everything', 'every');
  await doEverything(world);
  const everything = world.client.key;
  return { sandbox: sandbox.key, production: production.key, everything, session, webhook };
}

/**
 * The same month goes on, on whatever version serves it: what is used, what the invoices of February are,
 * and what is left of balances. No member has an id or an instant of real time.
 */
export async function closeTheMonth(client: Client): Promise<unknown[]> {
  await send(client, restOfFebruary());
  await client.setClock('2030-03-02T00:00:00Z');
  const answers: unknown[] = [];
  for (const account of ACCOUNTS) {
    for (const invoice of await invoicesOf(client, account)) answers.push(describeInvoice(account, invoice));
    const { balance, holdAmount } = await client.must.get(`/accounts/${account}/wallet`);
    answers.push({ account, balance, holdAmount });
  }
  return answers;
}

async function sell(client: Client): Promise<void> {
  await client.setClock('2030-01-01T00:00:00Z');
  await client.must.post('/settings', {
    ...{ entityType: 'ORGANIZATION', entityId: 'billed', id: 'LATE_USAGE', value: 'ADJUST' },
    ...{ namespace: 'PLATFORM', name: 'Late usage', dataType: 'STRING' },
  });
  const [calls, peak] = [await sellUsage(client, 'calls'), await sellPeak(client)];
  const [base, setUp] = [await sellFee(client, 'Base fee'), await sellFee(client, 'Seats')];
  const people = await sellPeople(client);
  const cards: CardTerms[] = [
    { type: 'USAGE', billableId: people, usage: { model: 'TIERED', slabs: [{ rate: 3 }] } },
    {
      ...{ type: 'USAGE', billableId: calls },
      usage: { model: 'TIERED', slabs: [{ rate: 0.0105 }, { startAfter: 1000, rate: 0.00725 }] },
    },
    { type: 'USAGE', billableId: peak, usage: { model: 'VOLUME', slabs: [{ rate: 1.005 }] } },
    { type: 'FIXED_FEE', billableId: base, fee: { rate: 49.9 } },
    { type: 'FIXED_FEE', billableId: setUp, timing: 'IN_ADVANCE', fee: { rate: 12.34, isProrated: true } },
  ];
  const plan = await publishPlan(client, { name: 'Pro', cards });
  for (const account of ACCOUNTS) await openAccount(client, account, { aliases: [`${account}-alias`] });
  await formGroup(client, { accounts: ['east', 'west'], netTermDays: 14 });
  await client.must.post('/credits', {
    creditRequests: [
      {
        ...{ accountId: 'north', purpose: 'Welcome', priority: 1, creditAmount: 90.5 },
        effectiveFrom: '2030-01-01',
      },
      // Not used up: a draft holds some of it.
      {
        ...{ accountId: 'south', purpose: 'Goodwill', priority: 1, creditAmount: 9000 },
        effectiveFrom: '2030-02-01',
      },
    ],
  });
  await client.must.post('/accounts/south/wallet_topup', { topupAmount: 80 });
  for (const account of ACCOUNTS) await editTimeline(client, account, [{ planId: plan, from: '2030-01-01' }]);
}

/** A meter whose sums are extremes. */
const sellPeak = (client: Client) => sellOther(client, 'peak', { aggregation: 'MAX' });
/** One that reads its events. */
const sellPeople = (client: Client) => sellOther(client, 'amounts', { aggregation: 'UNIQUE_COUNT' });

async function sellOther(client: Client, name: string, members: object): Promise<string> {
  const { id } = await client.must.post('/usage_meters', {
    ...{ name, type: 'COUNTER', eventSchemaName: 'calls', ...members },
    computations: [{ computation: JSON.stringify({ var: 'attribute.amount' }), order: 1 }],
  });
  await client.must.post(`/usage_meters/${id}/activate`);
  return id;
}

/** Events that wait, come late, are corrected, or are sent with a key. */
async function correct(client: Client): Promise<void> {
  await send(client, [
    { id: 'waits', account: 'nobody yet', at: '2030-02-12T10:00:00Z', amount: '3' },
    { id: 'late by days', account: 'south', at: '2030-01-30T10:00:00Z', amount: '21.5' },
    { id: 'undone', account: 'south', at: '2030-02-11T10:00:00Z', amount: '400' },
    { id: 'done again', account: 'south', at: '2030-02-11T11:00:00Z', amount: '40' },
  ]);
  const undone = `action=UNDO&account_id=south&event_id=undone`;
  await client.must.post(`/events/correction?${undone}`, {});
  const [replaced] = eventsOf([
    { id: 'done again', account: 'south', at: '2030-02-11T11:00:00Z', amount: '41' },
  ]);
  await client.must.post('/events/correction?action=REDO_EVENT', { event: replaced });
  const [kept] = eventsOf([{ id: 'by key', account: 'north', at: '2030-02-13T10:00:00Z', amount: '5' }]);
  await client.post('/ingest', { event: kept }, { 'idempotency-key': 'kept' });
}

/** One invoice is paid, one in part, and the others are open. */
async function pay(client: Client): Promise<void> {
  const [[north], [east]] = [await openOf(client, 'north'), await openOf(client, 'east')];
  if (north) await payInvoice(client, { accountId: 'north', invoiceId: north.id, amount: north.totalAmount });
  if (east) await payInvoice(client, { accountId: 'east', invoiceId: east.id, amount: 10 });
}

async function openOf(client: Client, account: string): Promise<Reply['body'][]> {
  return (await client.must.get(`/invoices?owner_id=${account}&status=DUE&pageSize=50`)).data;
}

async function letIn(service: Service, client: Client): Promise<Pick<Credentials, 'session' | 'webhook'>> {
  const terms = { organization: 'billed', environment: 'sandbox', email: 'ann@billed.example' } as const;
  const { cookie } = await addPerson(service, terms);
  const url = 'https://hooks.example.com/billed';
  const { id, secret } = await client.must.post('/ext/v1/webhooks', { url, types: ['customer.updated'] });
  return { session: `tallymark_session=${cookie}`, webhook: { id, secret } };
}

/** Production follows real time. */
async function useForAMoment(client: Client): Promise<void> {
  await sellUsage(client, 'calls');
  await openAccount(client, 'live');
  await send(client, [{ id: 'live-1', account: 'live', at: new Date().toISOString(), amount: '2.5' }]);
}

interface Used {
  id: string;
  account: string;
  at: string;
  amount: string;
}

const january = () => usedIn('2030-01', { days: [2, 11, 19], amounts: ['0.125', '333.1', '1000.01'] });
const february = () => usedIn('2030-02', { days: [1, 7, 14], amounts: ['12.000000001', '7', '0.3'] });
/** An event of before is sent again, which counts once, and one is of the cycle that has closed. */
const restOfFebruary = () => [
  ...usedIn('2030-02', { days: [3, 9], amounts: ['1500.25', '0.005'] }),
  ...february().slice(0, 2),
  { id: 'late', account: 'north', at: '2030-01-31T10:00:00Z', amount: '11' },
];

function usedIn(month: string, { days, amounts }: { days: number[]; amounts: string[] }): Used[] {
  return ACCOUNTS.flatMap((account) =>
    days.map((day, index) => ({
      ...{ id: `${account}-${month}-${day}`, account: index === 1 ? `${account}-alias` : account },
      at: `${month}-${String(day).padStart(2, '0')}T08:30:00Z`,
      amount: amounts[index] ?? '1',
    })),
  );
}

async function send(client: Client, used: readonly Used[]): Promise<void> {
  await client.must.post('/ingestBatch', { events: eventsOf(used) });
}

function eventsOf(used: readonly Used[]): object[] {
  return used.map(({ id, account, at, amount }) => ({
    ...{ id, schemaName: 'calls', accountId: account, timestamp: at },
    ...{ attributes: [{ name: 'amount', value: amount }], dimensions: {} },
  }));
}

async function invoicesOf(client: Client, account: string): Promise<Reply['body'][]> {
  const { data } = await client.must.get(`/invoices?owner_id=${account}&pageSize=50`);
  const read = await Promise.all(data.map(({ id }: Reply['body']) => client.must.get(`/invoices/${id}`)));
  const key = (each: Reply['body']) => JSON.stringify(describeInvoice(account, each));
  return read.sort((one, other) => (key(one) < key(other) ? -1 : 1));
}

function describeInvoice(account: string, invoice: Reply['body']): unknown {
  const { startDate, endDate, invoiceType, status, totalAmount, dueAmount, revenueInfo } = invoice;
  const lines: unknown[] = [];
  const walk = ({ type, value, lineItems = [] }: Reply['body']) => {
    lines.push(`${type} ${value}`);
    for (const each of lineItems) walk(each);
  };
  walk(revenueInfo ?? {});
  return { account, invoiceType, startDate, endDate, status, totalAmount, dueAmount, lines };
}

/** Operations that end a record, which is to be kept. */
const ENDS =
  /^(?:unarchive|archive|deactivate|activate|delete|remove|discard|void|disable|wipe|erase|end|revoke)/;

/** What each operation that changes something leaves behind; some cannot succeed after others. */
async function doEverything(world: World): Promise<void> {
  const changing = areas
    .flatMap(({ operations }) => operations)
    .filter(({ id, method, stream }) => method !== 'GET' && !stream && !ENDS.test(id));
  for (const operation of changing) await sendExample(operation, world).catch(() => null);
}
