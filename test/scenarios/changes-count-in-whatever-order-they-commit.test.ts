import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openAccount } from '#test/billing-scenario.ts';
import {
  activate,
  type DiffOptions,
  draftMeter,
  factor,
  LOGIC,
  type Meaning,
  openAll,
  openSchema,
  sendEvent,
} from '#test/meaning-of-events.ts';
import { type Client, useService } from '#test/running-app.ts';
import { type SecondProcess, startSecondProcess } from '#test/second-process.ts';

/*
 * A transaction that began first may commit last. Processes have compared what they remember with what was
 * there meanwhile, and with changes that are newer; what is committed later counts from then on.
 */
const service = useService();
let second: SecondProcess;
let held: pg.Client;
let first: Client;
beforeAll(async () => {
  second = await startSecondProcess(service);
  held = new pg.Client({ connectionString: service.databaseUrl });
  await held.connect();
  first = service.sandbox;
  await first.setClock('2030-01-10T12:00:00Z');
  await openAccount(first, 'bystander');
});
afterAll(async () => {
  await held.end();
  await second.stop();
});

const openFactor = async (client: Client, n: string) => {
  await openAccount(client, n);
  await openSchema(client, n, { enrichments: LOGIC });
  await client.must.post('/settings', factor(n, '2'));
};
const openFeature = async (client: Client, n: string) => {
  await openAll(client, n);
  const schemaAssociations = [{ schemaName: n, attributeName: 'amount' }];
  await client.must.post('/features', { name: n, schemaAssociations });
};
const openAlias = async (client: Client, n: string) => {
  await openAll(client, n);
  await client.must.post(`/accounts/${n}/add_aliases`, { aliases: [`${n}-alias`] });
};
const openDirect = async (client: Client, n: string) => {
  await openAccount(client, n);
  await activate(client, await draftMeter(client, n, { eventSchemaName: undefined, computations: [] }));
};

interface Held {
  what: string;
  prepare(client: Client, n: string): Promise<unknown>;
  event?: DiffOptions;
  /** What the transaction does that is held open; `@` is the name of the case. */
  statement: string;
  comesTo: [before: Meaning, after: Meaning];
}

const CASES: Held[] = [
  {
    what: 'the name of an account',
    prepare: openAll,
    statement: `update accounts set name = 'Later' where id = '@'`,
    comesTo: [{ account: 'Account @' }, { account: 'Later' }],
  },
  {
    what: 'the name of a customer',
    prepare: openAll,
    statement: `update customers set name = 'Later' where id = 'customer-@'`,
    comesTo: [{ customer: 'Customer @' }, { customer: 'Later' }],
  },
  {
    what: 'an alias that ends',
    prepare: openAlias,
    event: (n) => ({ accountId: `${n}-alias` }),
    statement: `update account_aliases set effective_until = '2030-01-01' where value = '@-alias'`,
    comesTo: [{ alias: '@-alias' }, { status: 'FAILED_ACCOUNT_NOT_FOUND' }],
  },
  {
    what: 'a schema that is no longer active',
    prepare: openAll,
    statement: `update event_schemas set status = 'INACTIVE' where name = '@'`,
    comesTo: [{ status: 'COMPLETED_EVENT_METERED' }, { status: 'FAILED_SCHEMA_NOT_DEFINED' }],
  },
  {
    what: 'a meter that is no longer active',
    prepare: openAll,
    statement: `update usage_meters set status = 'INACTIVE' where name = '@'`,
    comesTo: [{ meters: ['@ 3'] }, { status: 'COMPLETED_NO_MATCHING_METERS' }],
  },
  {
    what: 'a meter that is sent to directly',
    prepare: openDirect,
    statement: `update usage_meters set name = 'Later' where name = '@'`,
    comesTo: [{ meters: ['@ 3'] }, { meters: ['Later 3'] }],
  },
  {
    what: 'a setting',
    prepare: openFactor,
    statement: `update settings set value = '5' where entity_id = '@'`,
    comesTo: [{ enriched: ['times 6'] }, { enriched: ['times 15'] }],
  },
  {
    what: 'a feature that a schema no longer serves',
    prepare: openFeature,
    statement: `delete from feature_associations where schema_name = '@'`,
    comesTo: [{ isOfFeature: true }, { isOfFeature: false }],
  },
];

/** The event of the case; a meter that is sent to directly is named by its id. */
async function eventOf({ event, prepare }: Held, n: string): Promise<DiffOptions> {
  if (prepare !== openDirect) return event;
  const { data } = await first.must.get('/usage_meters?pageSize=100');
  const meter = data.find(({ name }: { name: string }) => name === n);
  const attributes = [{ name: 'usage', value: '3' }];
  return { schemaName: 'platform-usage', attributes, dimensions: { usage_meter_id: meter.id } };
}

it.each(CASES.map((each, i) => [each.what, each, `held${i}`] as const))('%s', async (_, each, n) => {
  const [before, after] = each.comesTo;
  await each.prepare(first, n);
  const event = await eventOf(each, n);
  const processes = [first, second.as(first)];
  for (const process of processes) expect(await sendEvent(process, n, event)).toMatchObject(before);
  await held.query('begin');
  const { rowCount } = await held.query(each.statement.replaceAll('@', n));
  expect(rowCount).toBeGreaterThan(0);
  // Begun later and committed before: both processes have seen newer changes than the one that is held.
  for (const name of ['newer', 'newest']) {
    await first.must.patch('/accounts/bystander', { name });
    for (const process of processes) expect(await sendEvent(process, n, event)).toMatchObject(before);
  }
  await held.query('commit');
  for (const process of processes) expect(await sendEvent(process, n, event)).toMatchObject(after);
});

it('what a process reads for its first event of all, while the catalog changes', async () => {
  const n = 'begins';
  await openAccount(first, n);
  await openSchema(first, n, { eventIdTemplate: '{{timestamp}} {{attributes.amount}}' });
  await activate(first, await draftMeter(first, n));
  const third = await startSecondProcess(service, 3);
  try {
    // Without an id of its own the schema has to be read before the lock that is held here.
    const template = { id: undefined };
    await held.query(`begin; select pg_advisory_xact_lock(4001, (select max(org_id) from usage_meters))`);
    const sending = sendEvent(third.as(first), n, template);
    await waitForWaiting();
    const { rowCount } = await held.query(`update usage_meters set name = 'begins anew' where name = $1`, [
      n,
    ]);
    expect(rowCount).toBe(1);
    await held.query('commit');
    await sending.catch(() => undefined);
    expect(await sendEvent(third.as(first), n)).toMatchObject({ meters: ['@ anew 3'] });
  } finally {
    await third.stop();
  }
});

it('events whose ids are made of them get through while the catalog changes all the time', async () => {
  const n = 'unrest';
  await openAccount(first, n);
  await openSchema(first, n, { eventIdTemplate: '{{timestamp}}' });
  let isOver = false;
  const unrest = (async () => {
    while (!isOver)
      await held.query(`insert into catalog_changes (org_id, kind, key)
        select max(org_id), 'CATALOG', '' from accounts`);
  })();
  const replies: number[] = [];
  for (let second = 10; second < 40; second++) {
    const event = { schemaName: n, accountId: n, timestamp: `2030-01-09T12:00:${second}Z`, dimensions: {} };
    const attributes = [{ name: 'amount', value: '1' }];
    replies.push((await first.post('/ingest', { event: { ...event, attributes } })).status);
  }
  isOver = true;
  await unrest;
  expect(replies).toEqual(Array(30).fill(202));
});

/** Until a transaction waits for the lock of ingestion. */
async function waitForWaiting(): Promise<void> {
  const watcher = new pg.Client({ connectionString: service.databaseUrl });
  await watcher.connect();
  const waiting = `select 1 from pg_locks where locktype = 'advisory' and classid = 4001 and not granted
    and database = (select oid from pg_database where datname = current_database())`;
  while ((await watcher.query(waiting)).rowCount === 0) await new Promise((resume) => setTimeout(resume, 10));
  await watcher.end();
}
