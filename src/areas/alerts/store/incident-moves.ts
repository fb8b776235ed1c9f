import { sql } from 'kysely';
import { type Decimal, decimalText } from '#core/decimal.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import type { ClosedBy } from '../tables.ts';
import type { IncidentRow } from './incidents.ts';

/** What an incident says, as of a check. */
export interface Finding {
  value: Decimal;
  periodStart: Temporal.Instant | null;
  validUntil: Temporal.Instant | null;
}

const MOVED = sql`id, alert_id, alert_version, template_id, scope_key, status, value, period_start,
  valid_until, last_checked_at, closed_at, closed_by, cleared_at, created_at, updated_at`;

/** An open incident that is there already stays the only one, whoever opened it. Returns those that began. */
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

/** What was found again: the incidents stay open and say so. */
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

/** What was looked at and not found, but does not end by that. */
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

/** Notes that what a caller had closed was over once: the next finding is news. */
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
  /** Ids, all that are open, or those whose validity is over. */
  which: readonly string[] | 'ALL' | 'OVER';
  now: Temporal.Instant;
}

/** Closes open incidents of an alert; those that are closed stay as they are. Returns those that ended. */
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

/** Decimals and instants as the database reads them; nothing stays nothing. */
function texts(findings: readonly Finding[], name: keyof Finding): (string | null)[] {
  return findings.map((finding) => {
    const value = finding[name];
    if (value === null) return null;
    return value instanceof Temporal.Instant ? value.toString() : decimalText(value);
  });
}
