import { sql } from 'kysely';
import { tellEvent } from '#areas/webhooks/index.ts';
import { type Decimal, decimalText } from '#core/decimal.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import type { ClosedBy } from '../tables.ts';

/** What an incident says, as of a check. */
export interface Finding {
  value: Decimal;
  periodStart: Temporal.Instant | null;
  validUntil: Temporal.Instant | null;
}

/** An open incident that is there already stays the only one, whoever opened it. */
export async function insertIncidents(
  tx: Tx,
  org: Org,
  opened: {
    alert: { alertId: string; alertVersion: number; templateId: string };
    incidents: readonly (Finding & { id: string; scopeKey: string })[];
    now: Temporal.Instant;
  },
): Promise<void> {
  const { alert, incidents, now } = opened;
  if (incidents.length === 0) return;
  const { rows } = await sql<{ id: string }>`
    insert into incidents (org_id, id, alert_id, alert_version, template_id, scope_key, status, value,
      period_start, valid_until, last_checked_at, created_at, updated_at)
    select ${org.orgId}, found.id, ${alert.alertId}, ${alert.alertVersion}, ${alert.templateId},
      found.scope_key, 'ACTIVE', found.value, found.period_start, found.valid_until, ${now}, ${now}, ${now}
    from unnest(${incidents.map(({ id }) => id)}::text[],
      ${incidents.map(({ scopeKey }) => scopeKey)}::text[], ${texts(incidents, 'value')}::numeric[],
      ${texts(incidents, 'periodStart')}::timestamptz[], ${texts(incidents, 'validUntil')}::timestamptz[])
      as found (id, scope_key, value, period_start, valid_until)
    on conflict (org_id, alert_id, alert_version, scope_key) where status = 'ACTIVE' do nothing
    returning id`.execute(tx);
  for (const { id } of rows) tellEvent(tx, org, { type: 'incident.created', id, now });
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

/** Closes open incidents; those that are closed stay as they are. */
export async function closeIncidents(
  tx: Tx,
  org: Org,
  closing: { ids: readonly string[]; closedBy: ClosedBy; now: Temporal.Instant },
): Promise<void> {
  const { ids, closedBy, now } = closing;
  if (ids.length === 0) return;
  const { rows } = await sql<{ id: string }>`
    update incidents set status = 'CLOSED', closed_at = ${now}, closed_by = ${closedBy}, updated_at = ${now},
      row_version = row_version + 1
    where org_id = ${org.orgId} and id = any(${ids}) and status = 'ACTIVE'
    returning id`.execute(tx);
  tellClosed(tx, org, { rows, now });
}

/** The same for all of an alert, or for those whose validity is over. */
export async function closeIncidentsOfAlert(
  tx: Tx,
  org: Org,
  closing: { alertId: string; closedBy: 'ALERT' | 'END'; now: Temporal.Instant },
): Promise<void> {
  const { alertId, closedBy, now } = closing;
  const condition = closedBy === 'END' ? sql`and valid_until <= ${now}` : sql``;
  const { rows } = await sql<{ id: string }>`
    update incidents set status = 'CLOSED', closed_at = ${now}, closed_by = ${closedBy}, updated_at = ${now},
      row_version = row_version + 1
    where org_id = ${org.orgId} and alert_id = ${alertId} and status = 'ACTIVE' ${condition}
    returning id`.execute(tx);
  tellClosed(tx, org, { rows, now });
}

function tellClosed(
  tx: Tx,
  org: Org,
  { rows, now }: { rows: readonly { id: string }[]; now: Temporal.Instant },
): void {
  const previous = { status: 'ACTIVE' };
  for (const { id } of rows) tellEvent(tx, org, { type: 'incident.closed', id, now, previous });
}

/** Decimals and instants as the database reads them; nothing stays nothing. */
function texts(findings: readonly Finding[], name: keyof Finding): (string | null)[] {
  return findings.map((finding) => {
    const value = finding[name];
    if (value === null) return null;
    return value instanceof Temporal.Instant ? value.toString() : decimalText(value);
  });
}
