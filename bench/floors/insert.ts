import pg from 'pg';
import { type BenchEvent, makeEvent } from '../ingest/events.ts';

const BATCH = 1000;
/** More than any machine of this size stores; when they are used up before the time, the clock stops. */
const MAX_PER_SECOND = 150_000;
const CONNECTIONS = [1, 2, 4];

const TABLES = `
  create table if not exists floor_events (org_id int, id text, account text, schema text, at timestamptz,
    attributes jsonb, dimensions jsonb, primary key (org_id, id)) with (autovacuum_enabled = off);
  create table if not exists floor_hours (org_id int, account text, hour timestamptz, units numeric,
    primary key (org_id, account, hour)) with (autovacuum_enabled = off)`;
const UPSERT = `insert into floor_hours select 1, account, hour, units from folded
  on conflict (org_id, account, hour) do update set units = floor_hours.units + excluded.units`;
const COLUMNS = '1, id, account, schema, at, attributes, dimensions';

/** What is folded is what was stored: a duplicate adds nothing. The sums are in the order of their key. */
const FOLD_SENT = `stored as (insert into floor_events select ${COLUMNS} from sent
    on conflict do nothing returning id),
  folded as (select account, date_trunc('hour', at) as hour, sum(units) as units
    from sent join stored using (id) group by 1, 2 order by 1, 2)`;
const FOLD_STORED = `stored as (insert into floor_events select ${COLUMNS} from sent
    on conflict do nothing returning account, at, (attributes->0->>'value')::numeric as units),
  folded as (select account, date_trunc('hour', at) as hour, sum(units) as units
    from stored group by 1, 2 order by 1, 2)`;
const RECORDS = `sent as (select * from jsonb_to_recordset($1::jsonb) as e(id text, account text,
  schema text, at timestamptz, units numeric, attributes jsonb, dimensions jsonb))`;
const ARRAYS = `sent as (select id, account, schema, at, units, a::jsonb as attributes, d::jsonb as dimensions
  from unnest($1::text[], $2::text[], $3::text[], $4::timestamptz[], $5::numeric[], $6::text[], $7::text[])
  as t(id, account, schema, at, units, a, d))`;

interface Shape {
  name: string;
  text: string;
  write(events: readonly BenchEvent[]): string[];
}

const SHAPES: readonly Shape[] = [
  { name: 'records', text: `with ${RECORDS}, ${FOLD_SENT} ${UPSERT}`, write: writeRecords },
  { name: 'arrays', text: `with ${ARRAYS}, ${FOLD_SENT} ${UPSERT}`, write: writeArrays },
  {
    name: 'arrays, folded from what was stored',
    text: `with ${ARRAYS}, ${FOLD_STORED} ${UPSERT}`,
    write: writeArrays,
  },
];

export interface InsertFloor {
  /** The shape of the statement and the number of connections that were best. */
  name: string;
  /** Events as rows in the table, and how many a second. */
  run(seconds: number): Promise<{ rows: number; rate: number }>;
  stop(): Promise<void>;
}

/**
 * What PostgreSQL itself takes with a dedup key and an hourly rollup in one statement of 1,000 events: at its
 * best shape of the statement and number of connections, which short runs find. What is sent is made before
 * the clock starts, and the tables are not vacuumed meanwhile.
 */
export async function findInsertFloor(databaseUrl: string, probeSeconds: number): Promise<InsertFloor> {
  const clients = await Promise.all(
    Array.from({ length: Math.max(...CONNECTIONS) }, () => connect(databaseUrl)),
  );
  await clients[0]?.query(TABLES);
  const run = async ({ shape, connections, seconds }: Setup & { seconds: number }) => {
    const batches = makeBatches(shape, seconds);
    const before = await count(clients[0]);
    const took = await insertAll(clients.slice(0, connections), { shape, batches, seconds });
    const rows = (await count(clients[0])) - before;
    return { rows, rate: rows / took };
  };
  await run({ shape: SHAPES[0] as Shape, connections: 2, seconds: probeSeconds });
  const tried: (Setup & { rate: number })[] = [];
  for (const shape of SHAPES)
    for (const connections of CONNECTIONS) {
      const { rate } = await run({ shape, connections, seconds: probeSeconds });
      tried.push({ shape, connections, rate });
    }
  const [best] = tried.sort((a, b) => b.rate - a.rate);
  if (!best) throw new Error('no shape was tried');
  await clients[0]?.query('truncate floor_events, floor_hours');
  return {
    name: `${best.shape.name}, ${best.connections} connections`,
    run: (seconds) => run({ ...best, seconds }),
    stop: async () => {
      await Promise.all(clients.map((client) => client.end()));
    },
  };
}

interface Setup {
  shape: Shape;
  connections: number;
}

/** Seconds until the last answer. */
async function insertAll(
  clients: readonly pg.Client[],
  { shape, batches, seconds }: { shape: Shape; batches: string[][]; seconds: number },
): Promise<number> {
  const started = performance.now();
  const until = started + seconds * 1000;
  await Promise.all(
    clients.map(async (client) => {
      for (let values = batches.pop(); values && performance.now() < until; values = batches.pop())
        await client.query({ name: shape.name, text: shape.text, values });
    }),
  );
  return (performance.now() - started) / 1000;
}

async function connect(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  return client;
}

async function count(client: pg.Client | undefined): Promise<number> {
  const result = await client?.query('select count(*) as count from floor_events');
  return Number(result?.rows[0].count ?? 0);
}

function makeBatches(shape: Shape, seconds: number): string[][] {
  return Array.from({ length: Math.ceil((seconds * MAX_PER_SECOND) / BATCH) }, () =>
    shape.write(Array.from({ length: BATCH }, () => makeEvent())),
  );
}

function writeRecords(events: readonly BenchEvent[]): string[] {
  const rows = events.map((event) => ({
    ...{ id: event.id, account: event.accountId, schema: event.schemaName, at: event.timestamp },
    ...{ units: event.attributes[0]?.value, attributes: event.attributes, dimensions: event.dimensions },
  }));
  return [JSON.stringify(rows)];
}

/** Arrays as PostgreSQL reads them from text. */
function writeArrays(events: readonly BenchEvent[]): string[] {
  const write = (read: (event: BenchEvent) => string) =>
    `{${events.map((event) => JSON.stringify(read(event))).join(',')}}`;
  return [
    write(({ id }) => id),
    write(({ accountId }) => accountId),
    write(({ schemaName }) => schemaName),
    write(({ timestamp }) => timestamp),
    write(({ attributes }) => attributes[0]?.value ?? ''),
    write(({ attributes }) => JSON.stringify(attributes)),
    write(({ dimensions }) => JSON.stringify(dimensions)),
  ];
}
