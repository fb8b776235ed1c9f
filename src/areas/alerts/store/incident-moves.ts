import { sql } from 'kysely';
import { type Decimal, decimalText } from '#core/decimal.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import type { ClosedBy } from '../tables.ts';
import type { IncidentRow } from './incidents.ts';

/** The content of an incident, as of a check. */
export interface Finding {
  value: Decimal;
  periodStart: Temporal.Instant | null;
  validUntil: Temporal.Instant | null;
}

const MOVED = sql`id, alert_id, alert_version, template_id, scope_key, status, value, period_start,
  valid_until, last_checked_at, closed_at, closed_by, cleared_at, created_at, updated_at`;

/** An existing open incident stays the only one, whichever transaction opened it. Returns the new ones. */
export async function insertIncidents(
  tx: Tx,
  org: Org,
  opened: {
    alert: { alertId: string; alertVersion: number; templateId: string };
    incidents: readonly (Finding & { id: string; scopeKey: string })[];
    now: Temporal.Instant;
  },
): Promise<IncidentRow[]> {
  const { alert, incidents, now } = opened;
  if (incidents.length === 0) return [];
  const { rows } = await sql<IncidentRow>`
    insert into incidents (org_id, id, alert_id, alert_version, template_id, scope_key, status, value,
      period_start, valid_until, last_checked_at, created_at, updated_at)
    select ${org.orgId}, found.id, ${alert.alertId}, ${alert.alertVersion}, ${alert.templateId},
      found.scope_key, 'ACTIVE', found.value, found.period_start, found.valid_until, ${now}, ${now}, ${now}
    from unnest(${incidents.map(({ id }) => id)}::text[],
      ${incidents.map(({ scopeKey }) => scopeKey)}::text[], ${texts(incidents, 'value')}::numeric[],
      ${texts(incidents, 'periodStart')}::timestamptz[], ${texts(incidents, 'validUntil')}::timestamptz[])
      as found (id, scope_key, value, period_start, valid_until)
    on conflict (org_id, alert_id, alert_version, scope_key) where status = 'ACTIVE' do nothing
    returning ${MOVED}`.execute(tx);
  return rows;
}

/** Updates open incidents with a new finding. */
export async function refreshIncidents(
  tx: Tx,
  org: Org,
  refreshed: { incidents: readonly (Finding & { id: string })[]; now: Temporal.Instant },
): Promise<void> {
  const { incidents, now } = refreshed;
  if (incidents.length === 0) return;
  await sql`
    update incidents i set value = found.value, period_start = found.period_start,
      valid_until = found.valid_until, last_checked_at = ${now}, updated_at = ${now},
      row_version = i.row_version + 1
    from unnest(${incidents.map(({ id }) => id)}::text[], ${texts(incidents, 'value')}::numeric[],
      ${texts(incidents, 'periodStart')}::timestamptz[], ${texts(incidents, 'validUntil')}::timestamptz[])
      as found (id, value, period_start, valid_until)
    where i.org_id = ${org.orgId} and i.id = found.id`.execute(tx);
}

/** Records a check of incidents that found nothing and does not close them. */
export async function touchIncidents(
  tx: Tx,
  org: Org,
  touched: { ids: readonly string[]; now: Temporal.Instant },
): Promise<void> {
  const { ids, now } = touched;
  if (ids.length === 0) return;
  await sql`
    update incidents set last_checked_at = ${now}, updated_at = ${now}, row_version = row_version + 1
    where org_id = ${org.orgId} and id = any(${ids})`.execute(tx);
}

/** Records that the condition ended after a caller closed the incident: the next finding opens a new one. */
export async function clearIncidents(
  tx: Tx,
  org: Org,
  cleared: { ids: readonly string[]; now: Temporal.Instant },
): Promise<void> {
  const { ids, now } = cleared;
  if (ids.length === 0) return;
  await sql`
    update incidents set cleared_at = ${now}, row_version = row_version + 1
    where org_id = ${org.orgId} and id = any(${ids})`.execute(tx);
}

export interface Closing {
  alertId: string;
  closedBy: ClosedBy;
  /** Ids, all open incidents, or those whose validity is over. */
  which: readonly string[] | 'ALL' | 'OVER';
  now: Temporal.Instant;
}

/** Closes open incidents of an alert and leaves closed ones. Returns those that it closed. */
export async function closeIncidents(tx: Tx, org: Org, closing: Closing): Promise<IncidentRow[]> {
  const { alertId, closedBy, which, now } = closing;
  if (which.length === 0) return [];
  const condition = (() => {
    if (which === 'ALL') return sql``;
    if (which === 'OVER') return sql`and valid_until <= ${now}`;
    return sql`and id = any(${[...which]})`;
  })();
  const { rows } = await sql<IncidentRow>`
    update incidents set status = 'CLOSED', closed_at = ${now}, closed_by = ${closedBy}, updated_at = ${now},
      row_version = row_version + 1
    where org_id = ${org.orgId} and alert_id = ${alertId} and status = 'ACTIVE' ${condition}
    returning ${MOVED}`.execute(tx);
  return rows;
}

/** Decimals and instants as database literals; null stays null. */
function texts(findings: readonly Finding[], name: keyof Finding): (string | null)[] {
  return findings.map((finding) => {
    const value = finding[name];
    if (value === null) return null;
    return value instanceof Temporal.Instant ? value.toString() : decimalText(value);
  });
}
