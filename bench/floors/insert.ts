import pg from 'pg';

const TABLES = `
  create table if not exists floor_events (org_id int, id text, account text, at timestamptz,
    attributes jsonb, dimensions jsonb, primary key (org_id, id));
  create table if not exists floor_hours (org_id int, account text, hour timestamptz,
    units numeric, primary key (org_id, account, hour))`;
const INSERT = `
  with sent as (select * from jsonb_to_recordset($1::jsonb) as e(id text, account text, at timestamptz,
      units numeric, attributes jsonb, dimensions jsonb)),
  stored as (insert into floor_events select 1, id, account, at, attributes, dimensions from sent
    on conflict do nothing returning id),
  folded as (select account, date_trunc('hour', at) as hour, sum(units) as units
    from sent join stored using (id) group by 1, 2 order by 1, 2)
  insert into floor_hours select 1, account, hour, units from folded
  on conflict (org_id, account, hour) do update set units = floor_hours.units + excluded.units`;

let made = 0;

/**
 * Events per second that PostgreSQL itself takes with a dedup key and an hourly rollup in the same statement.
 */
export async function insertFloor(
  databaseUrl: string,
  options: { seconds: number; connections: number; batch: number },
): Promise<number> {
  const clients = await Promise.all(Array.from({ length: options.connections }, () => connect(databaseUrl)));
  await clients[0]?.query(TABLES);
  const before = await count(clients[0]);
  const started = performance.now();
  const until = started + options.seconds * 1000;
  await Promise.all(
    clients.map(async (client) => {
      while (performance.now() < until)
        await client.query({ name: 'floor', text: INSERT, values: [batch(options.batch)] });
    }),
  );
  const seconds = (performance.now() - started) / 1000;
  const stored = (await count(clients[0])) - before;
  await Promise.all(clients.map((client) => client.end()));
  return stored / seconds;
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

function batch(size: number): string {
  const now = Date.now();
  const events = Array.from({ length: size }, () => {
    const n = made++;
    return {
      id: `event-${n.toString(36).padStart(10, '0')}-0123456789abcdef`,
      account: `account-${n % 200}`,
      at: new Date(now - (n % 3_600) * 1000).toISOString(),
      units: n % 100,
      attributes: [
        { name: 'units', value: String(n % 100) },
        { name: 'seconds', value: `${n % 60}.25` },
      ],
      dimensions: { region: 'eu', zone: `z${n % 3}`, host: `h${n % 50}`, service: 'api', tier: 'gold' },
    };
  });
  return JSON.stringify(events);
}
