import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { ingestAtOnce } from '#areas/usage/ingestion/ingest-at-once.ts';
import { ingestTogether, type SentEvent } from '#areas/usage/ingestion/ingest-together.ts';
import { type KnownFacts, nothingKnown } from '#areas/usage/known/known-facts.ts';
import { isIdTaken } from '#areas/usage/store/event-keys.ts';
import type { Org } from '#platform/http/operation.ts';
import { editTimeline, openAccount, publishPlan } from '#test/billing-scenario.ts';
import { rounds } from '#test/effort.ts';
import { findMismatches } from '#test/find-mismatches.ts';
import { asSandbox, readStoredUsage } from '#test/metering-scenario.ts';
import { type Client, useService } from '#test/running-app.ts';

/*
 * The same groups of events go to two organizations with the same catalog. One is ingested with cached plans,
 * as the service does, and the other takes all steps for every event. Everything that is read afterwards is
 * the same, except for generated ids.
 */
const service = useService();
const NOW = '2030-02-10T12:00:00Z';
const SOURCE = { type: 'API', id: 'key' };
const POLICIES = ['REJECT', 'ADJUST', 'NEXT_CYCLE'] as const;

const ONE = [{ computation: '1', order: 1 }];
const LARGE = '{">":[{"var":"attribute.size"},2]}';

/** Schemas with their fields, and their meters as far as they differ from a sum of the first attribute. */
const SCHEMAS: Record<string, { schema?: object; meters: object[] }> = {
  plain: { meters: [{}, { computations: [computing('attribute.time')] }] },
  filtered: {
    meters: [{}, { aggregation: 'COUNT', computations: ONE, filters: [{ field: 'city', value: 'Oslo' }] }],
  },
  matched: { meters: [{ computations: [{ ...computing('attribute.size'), matcher: LARGE }] }] },
  enriched: {
    schema: { enrichments: { fields: [enriching('weighted', '{"/":[1,{"var":"attribute.time"}]}')] } },
    meters: [{ computations: [computing('attribute.weighted')] }],
  },
  scaled: {
    schema: {
      enrichments: {
        dependencies: [{ type: 'SETTING', key: 'setting.USER.scale', name: 'scale' }],
        fields: [enriching('scaled', '{"*":[{"var":"attribute.size"},{"var":"dependencies.scale"}]}')],
      },
    },
    meters: [{ computations: [computing('attribute.scaled')] }],
  },
  priced: { schema: { eventLevelRevenue: true }, meters: [{}] },
  levels: { meters: [{ aggregation: 'MAX' }, { aggregation: 'LATEST' }, {}] },
  call: { meters: [{}] },
  unmetered: { meters: [] },
};
const RESERVED = ['platform-usage', 'platform-named-license'];

function computing(name: string) {
  return { computation: JSON.stringify({ var: name }), order: 1 };
}
function enriching(name: string, value: string) {
  return { name, type: 'ATTRIBUTE', enrichmentType: 'JSON_LOGIC', order: 1, value };
}

/** Mostly one of the usual values, with which events follow plans. */
function often<T>(usual: readonly T[], rare: readonly T[]): fc.Arbitrary<T> {
  return fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...usual) }, fc.constantFrom(...rare));
}

const NAMES = [...Object.keys(SCHEMAS), ...RESERVED, 'unknown'];
const drawnEvent = (schema: string, account: string) =>
  fc.record({
    schema: often([schema], NAMES),
    account: often([account], ['a1', 'nick', 'a2', 'drafted', 'archived', 'planless', 'nobody']),
    // February is open; January closed on the fourth, and is late.
    day: often(['02-05', '02-06'], ['01-20', '02-08', '02-11', '02-13']),
    size: often(['1', '2.5', '3'], ['-4', '0.1', '1'.repeat(31), '']),
    time: often(['1', '0.5'], ['0']),
    city: fc.constantFrom('Oslo', 'Riga'),
    id: often([null], ['twice']),
    isEntitled: often([false], [true]),
  });
type DrawnEvent = ReturnType<typeof drawnEvent> extends fc.Arbitrary<infer Drawn> ? Drawn : never;

/** Groups of events mostly of one schema and account, for each schema in turn: so plans are made and used. */
const groups = fc
  .shuffledSubarray(NAMES, { minLength: NAMES.length })
  .chain((names) => fc.tuple(...names.map(groupsOf)))
  .map((of) => of.flat());

function groupsOf(schema: string): fc.Arbitrary<DrawnEvent[][]> {
  return fc.constantFrom('a1', 'nick').chain((account) =>
    fc.array(fc.array(drawnEvent(schema, account), { minLength: 1, maxLength: 3 }), {
      minLength: 4,
      maxLength: 5,
    }),
  );
}

interface Catalog {
  /** Generated ids, by what they are called in both organizations. */
  names: Map<string, string>;
  meter: string;
  license: string;
}

interface OwnClient extends Client {
  organization: string;
}

async function setUp(client: OwnClient, policy: (typeof POLICIES)[number]): Promise<Catalog> {
  await client.setClock('2030-01-01T00:00:00Z');
  const names = new Map<string, string>();
  for (const setting of [
    { namespace: 'PLATFORM', id: 'LATE_USAGE', dataType: 'STRING', value: policy },
    { namespace: 'USER', id: 'scale', dataType: 'NUMERIC', value: '10' },
  ])
    await client.must.post('/settings', {
      ...{ entityType: 'ORGANIZATION', entityId: client.organization, name: setting.id, ...setting },
    });
  const meters: string[] = [];
  for (const [name, { schema, meters: each }] of Object.entries(SCHEMAS)) {
    const fields = { attributes: [{ name: 'size' }, { name: 'time' }], dimensions: [{ name: 'city' }] };
    await client.must.post('/event_schema', { name, ...fields, filterFields: ['city'], ...schema });
    await client.must.post(`/event_schema/${name}/activate`);
    for (const [index, meter] of each.entries())
      meters.push(await openMeter(client, { name: `${name} ${index}`, eventSchemaName: name, ...meter }));
  }
  const meter = await openMeter(client, { name: 'direct', computations: undefined });
  for (const [index, id] of [...meters, meter].entries()) names.set(id, `meter ${index}`);
  const { id: license } = await client.must.post('/addons', { name: 'seat', type: 'NAMED_LICENSE' });
  names.set(license, 'seat');
  await sell(client, { meters, names });
  await client.setClock(NOW);
  await client.must.delete('/accounts/archived');
  await client.settle();
  return { names, meter, license };
}

async function openMeter(client: Client, members: object): Promise<string> {
  const { id } = await client.must.post('/usage_meters', {
    ...{ type: 'COUNTER', aggregation: 'SUM', computations: [computing('attribute.size')], ...members },
  });
  await client.must.post(`/usage_meters/${id}/activate`);
  return id;
}

/** The accounts of the events, most with a plan. */
async function sell(
  client: Client,
  { meters, names }: { meters: readonly string[]; names: Map<string, string> },
): Promise<void> {
  const schemaAssociations = [{ schemaName: 'call', attributeName: 'size' }];
  const { id: feature } = await client.must.post('/features', { name: 'Calls', schemaAssociations });
  const slabs = [{ rate: 2 }, { startAfter: 5, rate: 1 }];
  const planId = await publishPlan(client, {
    ...{ name: 'plan', interval: 'MONTHLY', isOngoing: true, graceDays: 3 },
    cards: [
      ...meters.map((billableId) => ({
        type: 'USAGE' as const,
        billableId,
        usage: { model: 'TIERED' as const, slabs },
      })),
      { type: 'ENTITLEMENT_OVERAGE', billableId: feature, overage: { slabs, maxQuantity: 10 } },
    ],
  });
  names.set(planId, 'plan').set(feature, 'Calls');
  const until = '2030-02-08T06:00:00Z';
  await openAccount(client, 'a1');
  await openAccount(client, 'a2');
  for (const id of ['archived', 'planless']) await openAccount(client, id);
  await openAccount(client, 'drafted', { status: 'DRAFT' });
  for (const [id, range] of Object.entries({ a1: { effectiveUntil: until }, a2: { effectiveFrom: until } }))
    await client.must.post(`/accounts/${id}/add_aliases`, { accountAliases: [{ value: 'nick', ...range }] });
  for (const id of ['a1', 'a2']) await editTimeline(client, id, [{ planId, from: '2030-01-01' }]);
}

function eventOf(drawn: DrawnEvent, index: number, { meter, license }: Catalog): SentEvent {
  const { schema, account, day, size, time, city, isEntitled } = drawn;
  const numbers = { ...(size && { size }), time };
  const fields: Record<string, { numbers: Record<string, string>; dimensions: Record<string, string> }> = {
    'platform-usage': { numbers: { usage: size || '1' }, dimensions: { usage_meter_id: meter } },
    'platform-named-license': { numbers: { action: '1' }, dimensions: { license_id: license, name: city } },
  };
  const { numbers: sent, dimensions } = fields[schema] ?? { numbers, dimensions: { city } };
  const event = {
    ...{ id: drawn.id ?? `e${index}`, schemaName: schema, accountId: account, dimensions },
    // Each at its own instant.
    timestamp: Temporal.Instant.from(`2030-${day}T06:00:00Z`).add({ microseconds: index }),
    attributes: Object.entries(sent).map(([name, value]) => ({ name, value })),
  };
  return { event, source: SOURCE, isEntitled };
}

const compaction = { isBehind: false, added: () => undefined };

/** As one process ingests a group: at once if all have cached plans, or else together. */
async function ingest(
  org: Org,
  known: KnownFacts,
  sent: readonly SentEvent[],
): Promise<'AT_ONCE' | 'TOGETHER'> {
  const { database } = service.app;
  try {
    if (await ingestAtOnce({ database, org, known, compaction }, sent)) return 'AT_ONCE';
  } catch (error) {
    if (!isIdTaken(error)) throw error;
  }
  const ingestion = { org, known, wirePrefix: 'platform', slot: 0, compaction, areIdsNew: false };
  const onCommitted = await asSandbox(
    service,
    async (tx) => {
      const ingested = await ingestTogether(tx, ingestion, sent);
      await Promise.all(ingested.writes);
      return ingested.onCommitted;
    },
    org.id,
  );
  onCommitted();
  return 'TOGETHER';
}

/** All that is read of the events, and the stored usage, with generated ids replaced. */
async function readAll(client: Client, { org, catalog }: { org: Org; catalog: Catalog }): Promise<unknown> {
  const names = new Map(catalog.names);
  const events = await asSandbox(
    service,
    async (tx) => {
      const schedules = await sql<{ id: string; accountId: string; startDate: string }>`
        select id, account_id, start_date::text from schedules where org_id = ${org.orgId}`.execute(tx);
      for (const { id, accountId, startDate } of schedules.rows) names.set(id, `${accountId} ${startDate}`);
      const { rows } = await sql<{ eventId: string }>`
        select distinct event_id from events where org_id = ${org.orgId} order by 1`.execute(tx);
      return rows;
    },
    org.id,
  );
  const read: unknown[] = [];
  for (const { eventId } of events) read.push((await client.must.get(`/events/${eventId}`)).events);
  const usage = await readStoredUsage(service, org.id);
  const text = JSON.stringify({ read, usage }, (key, value) => (key === 'referenceId' ? undefined : value));
  const named = [...names].reduce((replaced, [id, name]) => replaced.replaceAll(id, name), text);
  return JSON.parse(named.replace(/inv\.[\w.]+/g, 'draft'), inOrder);
}

/** By name where the service lists by generated id. */
function inOrder(key: string, value: unknown): unknown {
  const isById = ['usageMeters', 'revenueDetails', 'rows', 'hours', 'cycles'].includes(key);
  if (!isById || !Array.isArray(value)) return value;
  return value.toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
}

let organizations = 0;

async function openSide(policy: (typeof POLICIES)[number]) {
  const id = `side-${++organizations}`;
  const { sandbox } = await service.createOrganization(id);
  const client = Object.assign(sandbox, { organization: id });
  const catalog = await setUp(client, policy);
  const org = await asSandbox(service, async (_, found) => found, id);
  return { client, catalog, org };
}

it('events come to the same by cached plans and by all steps', async () => {
  let atOnce = 0;
  await fc.assert(
    fc.asyncProperty(groups, fc.constantFrom(...POLICIES), async (drawn, policy) => {
      const [cached, uncached] = [await openSide(policy), await openSide(policy)];
      const known = nothingKnown();
      let index = 0;
      for (const group of drawn) {
        const at = index;
        index += group.length;
        const eventsFor = ({ catalog }: typeof cached) =>
          group.map((each, place) => eventOf(each, at + place, catalog));
        const way = await ingest(cached.org, known, eventsFor(cached));
        if (way === 'AT_ONCE') atOnce++;
        await ingest(uncached.org, nothingKnown(), eventsFor(uncached));
      }
      expect(await readAll(cached.client, cached)).toEqual(await readAll(uncached.client, uncached));
      expect(await findMismatches(service, { organization: cached.org.id })).toEqual([]);
    }),
    { endOnFailure: true, numRuns: rounds({ everyday: 2, full: 12 }), interruptAfterTimeLimit: 240_000 },
  );
  expect(atOnce).toBeGreaterThan(0);
}, 300_000);
