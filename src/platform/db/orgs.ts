import { sql } from 'kysely';
import type { Org } from '../http/operation.ts';
import type { Database } from './database.ts';
import { IS_READY } from './scheduled-work.ts';

/**
 * Every active organization in every environment. Work of a suspended organization waits, and runs in order
 * when the organization is active again.
 */
export async function listOrgs(database: Database): Promise<Org[]> {
  return database.transaction({ orgId: null, access: 'read', isDirectory: true }, async (tx) => {
    const { rows } = await sql<Org>`
      select org_id, id, environment from organizations where status = 'ACTIVE' order by org_id`.execute(tx);
    return rows;
  });
}

/** Every organization, also suspended and archived ones, whose stored data must be correct too. */
export async function listAllOrgs(database: Database): Promise<Org[]> {
  return database.transaction({ orgId: null, access: 'read', isDirectory: true }, async (tx) => {
    const { rows } = await sql<Org>`
      select org_id, id, environment from organizations order by org_id`.execute(tx);
    return rows;
  });
}

/** Organizations whose own clock has passed the due time of a piece of scheduled work. */
export async function listOrgsWithScheduledWork(
  database: Database,
  realNow: Temporal.Instant,
): Promise<Org[]> {
  const orgs = await listOrgs(database);
  const due: Org[] = [];
  for (const org of orgs) {
    const hasWork = await database.transaction({ orgId: org.orgId, access: 'read' }, async (tx) => {
      const { rows } = await sql`
        select 1 from scheduled_work w join organizations o using (org_id)
        where w.org_id = ${org.orgId} and ${IS_READY}
          and w.due_at <= coalesce(o.clock_at, ${realNow}) limit 1`.execute(tx);
      return rows.length > 0;
    });
    if (hasWork) due.push(org);
  }
  return due;
}
