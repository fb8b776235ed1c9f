import { type RawBuilder, sql } from 'kysely';
import { audits } from '#app';
import { type Decimal, decimalText } from '#core/decimal.ts';
import { listOrgs } from '#platform/db/orgs.ts';
import type { Org } from '#platform/http/operation.ts';
import { runAudit } from '#platform/jobs/audits.ts';
import { asSandbox } from './metering-scenario.ts';
import type { Client, Reply, Service } from './running-app.ts';

/** Helpers for scenarios with corrections of events. */

export type Action = 'UNDO' | 'REDO' | 'REDO_EVENT';

/** Corrects the event with this id and returns its result: `status: reason`. */
export async function correctOne(client: Client, action: Action, event: { id?: string }): Promise<string> {
  const { data } = await client.must.post(`/events/correction?action=${action}`, { event });
  if (data.length !== 1) throw new Error(`${data.length} events were corrected`);
  return `${data[0].status}: ${data[0].reason}`;
}

/** `id status reason` of each result, in the order of the response. */
export function resultsOf({ data }: Reply['body']): string[] {
  return data.map(({ eventPayload, status, reason }: Reply['body']) =>
    [eventPayload.id, status, reason].join(' '),
  );
}

/** The mismatches that the nightly audits would find. */
export async function findMismatches(
  service: Service,
  environment: Org['environment'] = 'sandbox',
): Promise<unknown[]> {
  const sandbox = await asSandbox(service, async (_tx, found) => found);
  const org = (await listOrgs(service.app.database)).find(
    (each) => each.id === sandbox.id && each.environment === environment,
  ) as Org;
  const found: unknown[] = [];
  for (const audit of audits)
    found.push(...(await runAudit(service.app.database, org, { audit })).pass.examples);
  return found;
}

/**
 * Everything that events have stored for an account, as text: `what …`. Sums cover all slots; rows without
 * events and zero revenue are omitted.
 */
export function readTraces(service: Service, accountId: string): Promise<string[]> {
  return asSandbox(service, async (tx, { orgId }) => {
    const traces = sql.join(
      [rollupTraces(orgId, accountId), otherTraces(orgId, accountId)],
      sql` union all `,
    );
    const { rows } = await sql<{ what: string; number: Decimal | null }>`${traces}`.execute(tx);
    return rows.map(({ what, number }) => `${what} ${number ? decimalText(number) : ''}`).sort();
  });
}

function rollupTraces(orgId: number, accountId: string): RawBuilder<unknown> {
  const from = (table: string) => sql`from ${sql.table(table)} r
    join usage_meters m on m.org_id = r.org_id and m.id = r.meter_id
    where r.org_id = ${orgId} and account_id = ${accountId}`;
  const kept = sql`case m.aggregation
    when 'MAX' then max(units) when 'MIN' then min(units) else sum(units) end as number`;
  return sql`
    select concat_ws(' ', 'hour', m.aggregation, hour_at) as what, ${kept} ${from('usage_hours')}
    group by m.aggregation, hour_at having sum(events) <> 0
    union all
    select concat_ws(' ', 'events of hour', m.aggregation, hour_at), sum(events) ${from('usage_hours')}
    group by m.aggregation, hour_at having sum(events) <> 0
    union all
    select concat_ws(' ', 'cycle', m.aggregation, cycle_start), ${kept} ${from('usage_cycles')}
    group by m.aggregation, cycle_start having sum(events) <> 0
    union all
    select concat_ws(' ', 'events of cycle', m.aggregation, cycle_start), sum(events) ${from('usage_cycles')}
    group by m.aggregation, cycle_start having sum(events) <> 0`;
}

function otherTraces(orgId: number, accountId: string): RawBuilder<unknown> {
  const own = sql`org_id = ${orgId} and account_id = ${accountId}`;
  return sql`
    select concat_ws(' ', 'row', event_time, meter_id, key), units from usage where ${own}
    union all
    select concat_ws(' ', 'metered', event_time, meter_id), units from metered_usage where ${own}
    union all
    select concat_ws(' ', 'entry', id, source, granted), used from feature_credit_entries where ${own}
    union all
    select concat_ws(' ', 'debit', entry_id, event_time), units from feature_debits where ${own}
    union all
    select concat_ws(' ', 'name', name, effective_from, effective_until), null
    from named_license_entries where ${own}
    union all
    select 'revenue', sum((revenue ->> 'revenueInvoiceCurrency')::numeric) from events e
    join event_contexts c on c.org_id = e.org_id and c.context_id = e.context_id
    cross join lateral jsonb_array_elements(case when e.detail = '' then '[]'
      else coalesce(e.detail::jsonb -> 'revenue', '[]') end) as revenue
    where e.org_id = ${orgId} and c.account_id = ${accountId}
    having sum((revenue ->> 'revenueInvoiceCurrency')::numeric) <> 0`;
}
