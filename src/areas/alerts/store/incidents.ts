import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { findPage } from '#platform/db/page.ts';
import type { ListSpec, PageRequest } from '#platform/http/list.ts';
import { NEWEST_FIRST } from '#platform/http/list-orders.ts';
import type { Org } from '#platform/http/operation.ts';
import { INCIDENT_STATUSES } from '../schema.ts';
import type { IncidentsTable } from '../tables.ts';

export const incidentList: ListSpec = {
  maxPageSize: 100,
  defaultPageSize: 20,
  filters: {
    alert_id: { column: 'alert_id', kind: 'text' },
    status: { column: 'status', kind: 'enum', values: INCIDENT_STATUSES },
  },
  searchable: {},
  ...NEWEST_FIRST,
};

const SHOWN = [
  'id',
  'alertId',
  'alertVersion',
  'templateId',
  'scopeKey',
  'status',
  'value',
  'periodStart',
  'validUntil',
  'lastCheckedAt',
  'closedAt',
  'closedBy',
  'clearedAt',
  'createdAt',
  'updatedAt',
] as const;
export type IncidentRow = Pick<IncidentsTable, (typeof SHOWN)[number]>;

type AlertKey = { alertId: string; alertVersion: number };

/** The earliest end of validity among the alert's open incidents. */
export async function findFirstEnd(tx: Tx, org: Org, alertId: string): Promise<Temporal.Instant | null> {
  const { rows } = await sql<{ endsAt: Temporal.Instant | null }>`
    select min(valid_until) as ends_at from incidents
    where org_id = ${org.orgId} and alert_id = ${alertId} and status = 'ACTIVE'`.execute(tx);
  return rows[0]?.endsAt ?? null;
}

/**
 * The newest incident of each scope key that is requested, is open, or was closed by a caller while its
 * condition continued.
 */
export async function listLatestIncidents(
  tx: Tx,
  org: Org,
  requested: AlertKey & { scopeKeys: readonly string[] },
): Promise<IncidentRow[]> {
  const ofAlert = sql`org_id = ${org.orgId} and alert_id = ${requested.alertId}
    and alert_version = ${requested.alertVersion}`;
  const { rows } = await sql<IncidentRow>`
    select latest.* from (
      select unnest(${requested.scopeKeys}::text[]) as scope_key
      union select scope_key from incidents where ${ofAlert} and status = 'ACTIVE'
      union select scope_key from incidents
        where ${ofAlert} and closed_by = 'CALLER' and cleared_at is null) wanted
    cross join lateral (
      select id, alert_id, alert_version, template_id, scope_key, status, value, period_start, valid_until,
        last_checked_at, closed_at, closed_by, cleared_at, created_at, updated_at
      from incidents where ${ofAlert} and scope_key = wanted.scope_key
      order by created_at desc, id desc limit 1) latest`.execute(tx);
  return rows;
}

export async function findIncident(tx: Tx, org: Org, id: string): Promise<IncidentRow | null> {
  const query = tx.selectFrom('incidents').select(SHOWN).where('orgId', '=', org.orgId).where('id', '=', id);
  return (await query.executeTakeFirst()) ?? null;
}

export function listIncidents(tx: Tx, org: Org, page: PageRequest) {
  const build = () => tx.selectFrom('incidents').select(SHOWN).where('orgId', '=', org.orgId);
  return findPage({ tx, parameters: [org.orgId], build }, page);
}
