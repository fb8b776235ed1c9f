import pg from 'pg';
import { ACCOUNTS, accountName, monthStart, SCHEMAS } from '../ingest/events.ts';

export interface ScanFloor {
  /** Milliseconds of the monthly usage of an account, by reading all rows of the table. */
  scanAll(): Promise<number>;
  /** The same by the index on account and time. */
  scanIndex(): Promise<number>;
  stop(): Promise<void>;
}

const SUM = `select schema, sum(units) as units, count(*) as events from floor_usage
  where org_id = 1 and account = $1 and at >= $2 and at < $3 group by schema`;

/**
 * Raw usage without any rollup, in rows as narrow as they can be: the sums of one account over one month.
 * Both ways are as fast as PostgreSQL makes them, with the parallel workers that it takes by itself.
 */
export async function prepareScanFloor(databaseUrl: string, rows: number): Promise<ScanFloor> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(`
    drop table if exists floor_usage;
    create table floor_usage as select 1 as org_id,
      'account-' || lpad(floor(random() * ${ACCOUNTS})::int::text, 4, '0') as account,
      (array['${SCHEMAS.join("','")}'])[1 + floor(random() * ${SCHEMAS.length})::int] as schema,
      now() - random() * interval '1 hour' as at, (1 + floor(random() * 1000))::numeric as units
    from generate_series(1, ${rows});
    create index on floor_usage (org_id, account, at);`);
  await client.query('vacuum analyze floor_usage');
  const time = async (settings: string) => {
    await client.query(settings);
    const account = accountName(Math.floor(Math.random() * ACCOUNTS));
    const from = new Date(Math.min(monthStart(), Date.now() - 3_600_000));
    const started = performance.now();
    await client.query(SUM, [account, from, new Date(Date.now() + 3_600_000)]);
    return performance.now() - started;
  };
  return {
    scanAll: () => time('set enable_indexscan = off; set enable_bitmapscan = off'),
    scanIndex: () => time('set enable_indexscan = on; set enable_bitmapscan = on'),
    stop: () => client.end(),
  };
}
