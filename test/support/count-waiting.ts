import type pg from 'pg';

/** Connections to this database that wait for a lock. */
export async function countWaiting(owner: pg.Client): Promise<number> {
  const { rows } = await owner.query(
    `select count(*)::int as waiting from pg_stat_activity
     where wait_event_type = 'Lock' and datname = current_database()`,
  );
  return rows[0].waiting;
}
