import pg from 'pg';
import { insertFloor } from './floors/insert.ts';
import { median } from './load.ts';
import { type BenchServer, benchServer, type RunningService } from './processes.ts';

const ACCOUNTS = 200;
const SCHEMA = 'bench';
const ROUNDS = 5;

/**
 * Events per second through HTTP, everything included (parse, validate, dedup, account match, two meters,
 * status,
 * rollups, answer after commit), in batches of 1,000 and 100 over 8 connections, beside the floor: a bare
 * insert with a
 * dedup key and an hourly rollup, 1,000 a statement on 2 connections, on the same PostgreSQL and without
 * HTTP. Rows in
 * the table are counted, not answers.
 */
export async function benchIngest(): Promise<void> {
  const server = await benchServer();
  try {
    const service = await server.startService();
    await prepare(service);
    const figures = { floor: [] as number[], batch1000: [] as number[], batch100: [] as number[] };
    await ingestRound(server, service, { batch: 1000, seconds: 5 });
    for (let round = 0; round < ROUNDS; round++) {
      figures.floor.push(await insertFloor(server.databaseUrl, { seconds: 3, connections: 2, batch: 1000 }));
      figures.batch1000.push(await ingestRound(server, service, { batch: 1000, seconds: 3 }));
      figures.batch100.push(await ingestRound(server, service, { batch: 100, seconds: 3 }));
    }
    const floor = median(figures.floor);
    console.log(`\ningest: events/s as rows in the table (median of ${ROUNDS} interleaved runs of 3 s)`);
    const print = (name: string, rate: number) =>
      console.log(
        `  ${name.padEnd(44)} ${rate.toFixed(0).padStart(8)} events/s  ratio ${(rate / floor).toFixed(3)}`,
      );
    print('bare insert with dedup and hourly rollup', floor);
    print('POST /ingestBatch of 1,000, 8 connections', median(figures.batch1000));
    print('POST /ingestBatch of 100, 8 connections', median(figures.batch100));
  } finally {
    await server.stop();
  }
}

async function prepare(service: RunningService): Promise<void> {
  const post = (path: string, body: unknown = {}) =>
    service.post(path, body, '/sandbox') as Promise<{ id: string }>;
  await post('/customers', { id: 'bench', name: 'Bench', primaryEmail: 'bench@example.com', address: {} });
  for (let i = 0; i < ACCOUNTS; i++)
    await post('/accounts', { id: `account-${i}`, name: `Account ${i}`, customerId: 'bench' });
  const attributes = [{ name: 'units' }, { name: 'seconds' }];
  const dimensions = ['region', 'zone', 'host', 'service', 'tier'].map((name) => ({ name }));
  await post('/event_schema', { name: SCHEMA, attributes, dimensions, filterFields: ['region'] });
  await post(`/event_schema/${SCHEMA}/activate`);
  for (const attribute of ['units', 'seconds']) {
    const computations = [{ order: 1, computation: JSON.stringify({ var: `attributes.${attribute}` }) }];
    const meter = {
      name: attribute,
      type: 'COUNTER',
      aggregation: 'SUM',
      eventSchemaName: SCHEMA,
      computations,
    };
    const { id } = await post('/usage_meters', meter);
    await post(`/usage_meters/${id}/activate`);
  }
}

let made = 0;

function batchBody(size: number): string {
  const now = Date.now();
  const events = Array.from({ length: size }, () => {
    const n = made++;
    return {
      id: `event-${n.toString(36).padStart(10, '0')}-0123456789abcdef`,
      schemaName: SCHEMA,
      timestamp: new Date(now - (n % 3_600) * 1000).toISOString(),
      accountId: `account-${n % ACCOUNTS}`,
      attributes: [
        { name: 'units', value: String(n % 100) },
        { name: 'seconds', value: `${n % 60}.25` },
      ],
      dimensions: { region: 'eu', zone: `z${n % 3}`, host: `h${n % 50}`, service: 'api', tier: 'gold' },
    };
  });
  return JSON.stringify({ events });
}

async function ingestRound(
  server: BenchServer,
  service: RunningService,
  options: { batch: number; seconds: number },
): Promise<number> {
  const bodies = Array.from({ length: Math.ceil((options.seconds * 40_000) / options.batch) }, () =>
    batchBody(options.batch),
  );
  const before = await countEvents(server.databaseUrl);
  const started = performance.now();
  const until = started + options.seconds * 1000;
  const send = async () => {
    for (let body = bodies.pop(); body !== undefined && performance.now() < until; body = bodies.pop()) {
      const answer = await fetch(`${service.url}/sandbox/ingestBatch`, {
        method: 'POST',
        headers: { authorization: `Bearer ${service.sandboxKey}`, 'content-type': 'application/json' },
        body,
      });
      if (answer.status !== 202)
        throw new Error(`ingestBatch answered ${answer.status}: ${await answer.text()}`);
      await answer.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: 8 }, send));
  const seconds = (performance.now() - started) / 1000;
  return ((await countEvents(server.databaseUrl)) - before) / seconds;
}

async function countEvents(databaseUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query('select count(*) as count from events');
    return Number(rows[0].count);
  } finally {
    await client.end();
  }
}
