import { sql } from 'kysely';
import type { Database } from './database.ts';

export interface TableSize {
  name: string;
  bytes: number;
  /** As of the last analysis; -1 before the first. */
  rows: number;
}

export interface SystemState {
  database: { version: string; bytes: number; connections: number; maxConnections: number };
  tables: TableSize[];
  migrations: string[];
  due: { pieces: number; oldest: Temporal.Instant | null };
  failing: FailingPiece[];
}

export interface FailingPiece {
  organizationId: string;
  environment: 'production' | 'sandbox';
  id: string;
  kind: string;
  state: 'RETRYING' | 'ON_HOLD';
  attempts: number;
  reason: string;
  failingSince: Temporal.Instant;
}

const LARGEST = 10;
const MAX_FAILING = 50;

/** The state of the database and of scheduled work, over all active organizations. */
export function readSystemState(database: Database): Promise<SystemState> {
  return database.transaction({ orgId: null, access: 'snapshot', isDirectory: true }, async (tx) => {
    const { rows } = await sql<Omit<SystemState, 'due' | 'failing'>>`
      select json_build_object('version', current_setting('server_version'),
          'bytes', pg_database_size(current_database()),
          'connections', (select sum(numbackends)::integer from pg_stat_database),
          'maxConnections', current_setting('max_connections')::integer) as database,
        (select coalesce(json_agg(t), '[]') from (
          select c.relname as name, sum(pg_total_relation_size(part.relid))::float8 as bytes,
            sum(p.reltuples)::float8 as rows
          from pg_class c cross join lateral (
            select relid from pg_partition_tree(c.oid)
            union select c.oid where c.relkind = 'r') as part (relid)
          join pg_class p on p.oid = part.relid
          where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
          group by c.relname order by 2 desc limit ${LARGEST}) as t) as tables,
        (select coalesce(json_agg(name order by name), '[]') from schema_migrations) as migrations`.execute(
      tx,
    );
    const due = await sql<SystemState['due']>`select pieces, oldest from due_work_state()`.execute(tx);
    const failing = await sql<FailingPiece>`
      select organization_id, environment, id::text, kind, state, attempts, reason, failing_since
      from failing_work_list(${MAX_FAILING}) order by failing_since`.execute(tx);
    const [state] = rows;
    if (!state) throw new Error('the database has no state');
    return { ...state, due: due.rows[0] ?? { pieces: 0, oldest: null }, failing: failing.rows };
  });
}
