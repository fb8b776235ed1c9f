import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { editTimeline, openAccount, publishPlan } from '#test/billing-scenario.ts';
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
import { readStoredUsage } from '#test/metering-scenario.ts';
import { type Client, useService } from '#test/running-app.ts';
import { type SecondProcess, startSecondProcess } from '#test/second-process.ts';

/*
 * Processes remember what events mean. Here an event is sent right after the answer of each change that may
 * give it another meaning, to the process that made the change and to another one.
 */
const service = useService({}, { own: 'drops the triggers that tell of changes' });
let second: SecondProcess;
let owner: pg.Client;
let planId = '';
beforeAll(async () => {
  second = await startSecondProcess(service);
  owner = new pg.Client({ connectionString: service.databaseUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await second.stop();
});

/** A world of its own for one case: everything in it is named after `n`. */
interface Case {
  what: string;
  prepare?(client: Client, n: string): Promise<unknown>;
  event?: DiffOptions;
  change(client: Client, n: string): Promise<unknown>;
  /** What it comes to before the change and after it. */
  comesTo: [before: Meaning, after: Meaning];
  /** Not remembered in the first place, so nothing has to be forgotten. */
  isAlwaysRead?: true;
}

const METERED = { status: 'COMPLETED_EVENT_METERED' };
const UNMETERED = { status: 'COMPLETED_NO_MATCHING_METERS' };
const NO_ACCOUNT = { status: 'FAILED_ACCOUNT_NOT_FOUND' };
const NO_SCHEMA = { status: 'FAILED_SCHEMA_NOT_DEFINED' };

const meterOf = async (client: Client, n: string): Promise<string> => {
  const { data } = await client.must.get('/usage_meters?pageSize=100');
  return data.find(({ name }: { name: string }) => name === n).id;
};
const settingOf = (n: string) => `setting.USER.factor.ACCOUNT.${n}`;
const feature = async (client: Client, n: string) => {
  const { data } = await client.must.get('/features?pageSize=100');
  return data.find(({ name }: { name: string }) => name === n).id;
};
const FEBRUARY = '2030-02-01';

const CASES: Case[] = [
  {
    what: 'an account is created',
    prepare: openSchema,
    change: openAccount,
    comesTo: [NO_ACCOUNT, { ...UNMETERED, account: 'Account @' }],
    isAlwaysRead: true,
  },
  {
    what: 'an account is activated',
    prepare: async (client, n) => {
      await openSchema(client, n);
      await openAccount(client, n, { status: 'DRAFT' });
    },
    change: (client, n) => client.must.patch(`/accounts/${n}`, { status: 'ACTIVE' }),
    comesTo: [{ status: 'FAILED' }, UNMETERED],
  },
  {
    what: 'an account is archived',
    prepare: openAll,
    change: (client, n) => client.must.delete(`/accounts/${n}`),
    comesTo: [METERED, NO_ACCOUNT],
  },
  {
    what: 'an account is renamed',
    prepare: openAll,
    change: (client, n) => client.must.patch(`/accounts/${n}`, { name: 'Another name' }),
    comesTo: [{ account: 'Account @' }, { account: 'Another name' }],
  },
  {
    what: 'its customer is renamed',
    prepare: openAll,
    change: (client, n) => client.must.patch(`/customers/customer-${n}`, { name: 'Another name' }),
    comesTo: [{ customer: 'Customer @' }, { customer: 'Another name' }],
  },
  {
    what: 'an account gets an alias',
    prepare: openAll,
    event: (n) => ({ accountId: `${n}-alias` }),
    change: (client, n) => client.must.post(`/accounts/${n}/add_aliases`, { aliases: [`${n}-alias`] }),
    comesTo: [NO_ACCOUNT, { ...METERED, alias: '@-alias' }],
    isAlwaysRead: true,
  },
  {
    what: 'another account gets the alias for another time',
    prepare: async (client, n) => {
      await openAll(client, n);
      await openAccount(client, `${n}-other`);
      const accountAliases = [{ value: `${n}-alias`, effectiveUntil: '2030-01-05T00:00:00Z' }];
      await client.must.post(`/accounts/${n}-other/add_aliases`, { accountAliases });
    },
    event: (n) => ({ accountId: ` ${n}-Alias` }),
    change: (client, n) =>
      client.must.post(`/accounts/${n}/add_aliases`, {
        accountAliases: [{ value: `${n}-alias`, effectiveFrom: '2030-01-05T00:00:00Z' }],
      }),
    comesTo: [NO_ACCOUNT, { ...METERED, account: 'Account @' }],
  },
  {
    what: 'an alias moves on',
    prepare: async (client, n) => {
      await openAll(client, n);
      await openAccount(client, `${n}-other`, { aliases: [`${n}-alias`] });
    },
    event: (n) => ({ accountId: `${n}-alias`, timestamp: '2030-01-10T12:00:00Z' }),
    change: async (client, n) => {
      await client.must.post(`/accounts/${n}-other/remove_aliases`, { aliases: [`${n}-alias`] });
      await client.must.post(`/accounts/${n}/add_aliases`, { aliases: [`${n}-alias`] });
    },
    comesTo: [{ account: 'Account @-other' }, { account: 'Account @' }],
  },
  {
    what: 'an alias is taken away',
    prepare: async (client, n) => {
      await openAll(client, n);
      await client.must.post(`/accounts/${n}/add_aliases`, { aliases: [`${n}-alias`] });
    },
    event: (n) => ({ accountId: `${n}-alias`, timestamp: '2030-01-10T12:00:00Z' }),
    change: (client, n) => client.must.post(`/accounts/${n}/remove_aliases`, { aliases: [`${n}-alias`] }),
    comesTo: [METERED, NO_ACCOUNT],
  },
  {
    what: 'a schema that nobody had comes',
    prepare: openAccount,
    change: openSchema,
    comesTo: [NO_SCHEMA, { ...UNMETERED, version: 1 }],
  },
  {
    what: 'a schema is activated',
    prepare: async (client, n) => {
      await openAccount(client, n);
      await client.must.post('/event_schema', { name: n, attributes: [], dimensions: [] });
    },
    change: (client, n) => client.must.post(`/event_schema/${n}/activate`),
    comesTo: [NO_SCHEMA, UNMETERED],
  },
  {
    what: 'a schema is patched',
    prepare: openAll,
    change: (client, n) =>
      client.must.patch(`/event_schema/${n}`, { attributes: [{ name: 'amount' }, { name: 'spare' }] }),
    event: {
      attributes: [
        { name: 'amount', value: '3' },
        { name: 'spare', value: '1' },
      ],
    },
    comesTo: [
      { ...METERED, version: 1 },
      { ...METERED, version: 2 },
    ],
  },
  {
    what: 'a schema is deactivated',
    prepare: async (client, n) => {
      await openAccount(client, n);
      await openSchema(client, n);
    },
    change: (client, n) => client.must.post(`/event_schema/${n}/deactivate`),
    comesTo: [UNMETERED, NO_SCHEMA],
  },
  {
    what: 'an enrichment is added',
    prepare: async (client, n) => {
      await openAll(client, n);
      await client.must.post('/settings', factor(n, '2'));
    },
    change: (client, n) => client.must.patch(`/event_schema/${n}`, { enrichments: LOGIC }),
    comesTo: [{ enriched: [] }, { enriched: ['times 6'] }],
  },
  {
    what: 'a meter is activated',
    prepare: async (client, n) => {
      await openAccount(client, n);
      await openSchema(client, n);
      await draftMeter(client, n);
    },
    change: async (client, n) => activate(client, await meterOf(client, n)),
    comesTo: [UNMETERED, { ...METERED, meters: ['@ 3'] }],
  },
  {
    what: 'a meter is deactivated',
    prepare: openAll,
    change: async (client, n) => client.must.post(`/usage_meters/${await meterOf(client, n)}/deactivate`),
    comesTo: [{ ...METERED, meters: ['@ 3'] }, UNMETERED],
  },
  {
    what: 'a meter is renamed',
    prepare: openAll,
    change: async (client, n) =>
      client.must.patch(`/usage_meters/${await meterOf(client, n)}`, { name: `${n} renamed` }),
    comesTo: [{ meters: ['@ 3'] }, { meters: ['@ renamed 3'] }],
  },
  {
    what: 'a further meter looks at the events',
    prepare: openAll,
    change: async (client, n) =>
      activate(client, await draftMeter(client, `${n} max`, { eventSchemaName: n, aggregation: 'MAX' })),
    comesTo: [{ meters: ['@ 3'] }, { meters: ['@ 3', '@ max 3'] }],
  },
  {
    what: 'a plan is associated',
    prepare: openAll,
    change: (client, n) => editTimeline(client, n, [{ planId, from: '2030-01-01' }]),
    comesTo: [{ cycle: null }, { cycle: '2030-01-01' }],
  },
  {
    what: 'a timeline is edited',
    prepare: async (client, n) => {
      await openAll(client, n);
      await editTimeline(client, n, [{ planId, from: '2030-01-01' }]);
    },
    event: { timestamp: '2030-01-11T00:00:00Z' },
    change: (client, n) => editTimeline(client, n, [{ planId, from: '2030-01-11', until: FEBRUARY }]),
    comesTo: [{ cycle: '2030-01-01' }, { cycle: '2030-01-11' }],
  },
  {
    what: 'a plan is taken off',
    prepare: async (client, n) => {
      await openAll(client, n);
      await editTimeline(client, n, [{ planId, from: '2030-01-01' }]);
    },
    event: { timestamp: '2030-01-11T00:00:00Z' },
    change: (client, n) => editTimeline(client, n, [{ from: '2030-01-11' }]),
    comesTo: [{ cycle: '2030-01-01' }, { cycle: null }],
  },
  {
    what: 'a setting of an enrichment is made',
    prepare: async (client, n) => {
      await openAccount(client, n);
      await openSchema(client, n, { enrichments: LOGIC });
    },
    change: (client, n) => client.must.post('/settings', factor(n, '2')),
    comesTo: [{ status: 'FAILED_ENRICHMENT_FAILED' }, { enriched: ['times 6'] }],
  },
  {
    what: 'a setting of an enrichment is changed',
    prepare: async (client, n) => {
      await openAccount(client, n);
      await openSchema(client, n, { enrichments: LOGIC });
      await client.must.post('/settings', factor(n, '2'));
    },
    change: (client, n) => client.must.patch(`/settings/${settingOf(n)}`, { value: '5' }),
    comesTo: [{ enriched: ['times 6'] }, { enriched: ['times 15'] }],
  },
  {
    what: 'a setting of an enrichment is deleted',
    prepare: async (client, n) => {
      await openAccount(client, n);
      await openSchema(client, n, { enrichments: LOGIC });
      await client.must.post('/settings', factor(n, '2'));
    },
    change: (client, n) => client.must.delete(`/ext/v1/settings/${settingOf(n)}`),
    comesTo: [{ enriched: ['times 6'] }, { status: 'FAILED_ENRICHMENT_FAILED' }],
  },
  {
    what: 'a schema is associated with a feature',
    prepare: async (client, n) => {
      await openAll(client, n);
      await client.must.post('/features', { name: n, schemaAssociations: [] });
    },
    change: async (client, n) => {
      const schemaAssociations = [{ schemaName: n, attributeName: 'amount' }];
      await client.must.patch(`/features/${await feature(client, n)}`, { schemaAssociations });
    },
    comesTo: [METERED, { status: 'FAILED_INSUFFICIENT_CREDITS', isOfFeature: true }],
  },
  {
    what: 'a schema is no longer associated with a feature',
    prepare: async (client, n) => {
      await openAll(client, n);
      const schemaAssociations = [{ schemaName: n, attributeName: 'amount' }];
      await client.must.post('/features', { name: n, schemaAssociations });
    },
    change: async (client, n) =>
      client.must.patch(`/features/${await feature(client, n)}`, { schemaAssociations: [] }),
    comesTo: [{ status: 'FAILED_INSUFFICIENT_CREDITS' }, { ...METERED, isOfFeature: false }],
  },
  {
    what: 'a meter of usage that is sent directly comes',
    prepare: openAccount,
    event: (n) => ({
      ...{ schemaName: 'platform-usage', attributes: [{ name: 'usage', value: '3' }] },
      dimensions: { usage_meter_id: `um.${n}` },
    }),
    change: (_, n) =>
      insertCopy('usage_meters', { id: `um.${n}`, name: n, billable_name: null, event_schema_name: null }),
    comesTo: [{ status: 'FAILED' }, { ...METERED, meters: ['@ 3'] }],
  },
  {
    what: 'a named licence comes',
    prepare: openAccount,
    event: (n) => ({
      ...{ schemaName: 'platform-named-license', attributes: [{ name: 'action', value: '1' }] },
      dimensions: { license_id: `ao.${n}`, name: 'ann' },
    }),
    change: (_, n) => insertCopy('add_ons', { id: `ao.${n}`, name: n, billable_name: null }),
    comesTo: [{ status: 'FAILED_INVALID_NAMED_LICENSE_EVENT' }, METERED],
  },
];

/** A row like one that is there, under an id that an event could know before. */
async function insertCopy(
  table: 'usage_meters' | 'add_ons',
  members: Record<string, unknown>,
): Promise<void> {
  await owner.query(
    `insert into ${table} select (jsonb_populate_record(t, $1::jsonb)).* from ${table} t
     where org_id = (select max(org_id) from ${table} where name = 'copied') and name = 'copied'`,
    [JSON.stringify(members)],
  );
}

/** An organization whose clock stands at 10 January 2030, with a monthly plan and what is copied. */
async function openOrganization(id: string): Promise<Client> {
  const { sandbox } = await service.createOrganization(id);
  await sandbox.setClock('2030-01-10T12:00:00Z');
  await openSchema(sandbox, 'any');
  await sandbox.must.post('/addons', { name: 'copied', type: 'NAMED_LICENSE' });
  const direct = { name: 'copied', type: 'COUNTER', aggregation: 'SUM' };
  const { id: meterId } = await sandbox.must.post('/usage_meters', direct);
  await activate(sandbox, meterId);
  const cards = [
    {
      type: 'USAGE' as const,
      billableId: meterId,
      usage: { model: 'TIERED' as const, slabs: [{ rate: 1 }] },
    },
  ];
  planId = await publishPlan(sandbox, { name: 'monthly', graceDays: 2, cards });
  return sandbox;
}

describe('right after the response of a change', () => {
  let first: Client;
  let other: Client;
  beforeAll(async () => {
    first = await openOrganization('true');
    other = second.as(first);
  });

  it.each(CASES.map((each, i) => [each.what, each, `case${i}`] as const))('%s', async (_, each, n) => {
    const [before, after] = each.comesTo;
    await each.prepare?.(first, n);
    for (const process of [first, other, first, other])
      expect(await sendEvent(process, n, each.event)).toMatchObject(before);
    await each.change(first, n);
    for (const process of [other, first])
      expect(await sendEvent(process, n, each.event)).toMatchObject(after);
  });

  it('the time zone is another one', async () => {
    await openAll(first, 'zoned');
    for (const process of [first, other]) await sendEvent(process, 'zoned');
    await first.must.patch('/ext/v1/organization', { timezone: 'Asia/Kolkata' });
    for (const process of [first, other]) await sendEvent(process, 'zoned');
    const { hours } = await readStoredUsage(service, 'true');
    expect(
      hours.filter((row) => row.startsWith('zoned ')).map((row) => row.split(' ').slice(2).join(' ')),
    ).toEqual([
      '2030-01-09T11:30:00Z 6 2', // 17:00 to 18:00 in Kolkata
      '2030-01-09T12:00:00Z 6 2',
    ]);
  });
});

describe('if processes did not hear of changes', () => {
  let other: Client;
  let first: Client;
  beforeAll(async () => {
    const { rows } = await owner.query(`select tgname, tgrelid::regclass as name from pg_trigger
      where tgname like 'note_%' and not tgisinternal`);
    for (const { tgname, name } of rows) await owner.query(`drop trigger ${tgname} on ${name}`);
    first = await openOrganization('untrue');
    other = second.as(first);
  });

  // The proof that the cases above would notice it.
  it.each(CASES.map((each, i) => [each.what, each, `deaf${i}`] as const))('%s', async (_, each, n) => {
    const [before, after] = each.comesTo;
    await each.prepare?.(first, n);
    expect(await sendEvent(other, n, each.event)).toMatchObject(before);
    await each.change(first, n);
    expect(await sendEvent(other, n, each.event)).toMatchObject(each.isAlwaysRead ? after : before);
  });
});
