import { type RawBuilder, sql } from 'kysely';
import { FINALIZE_INVOICE } from '#areas/finalization-hooks/index.ts';
import type { Decimal } from '#core/decimal.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';

export interface AuditedInvoice {
  id: string;
  status: string;
  isFinal: boolean;
  currency: string;
  totalAmount: Decimal;
  paidAmount: Decimal;
  inputs: string;
  document: string;
}

/** In the order of the primary key, which `after` uses too. */
export async function listAuditedInvoices(
  tx: Tx,
  org: Org,
  { after, limit }: { after: string; limit: number },
): Promise<AuditedInvoice[]> {
  const { rows } = await sql<AuditedInvoice>`
    select id, status, coalesce(finalizing_status = 'FINALIZED', false) as is_final, currency,
      total_amount, paid_amount, inputs, document
    from invoices where org_id = ${org.orgId} and id > ${after}
    order by id limit ${limit}`.execute(tx);
  return rows;
}

/** Lists second invoices of one cycle, and cycles that overlap within a schedule. */
export async function listCycleMismatches(
  tx: Tx,
  org: Org,
  limit: number,
): Promise<{ id: string; otherId: string; isSame: boolean }[]> {
  const { rows } = await sql<{ id: string; otherId: string; isSame: boolean }>`
    select id, other_id, cycle_start = other_start as is_same
    from (
      select id, cycle_start, lag(id) over cycles as other_id, lag(cycle_start) over cycles as other_start,
        lag(cycle_end) over cycles as other_end
      from invoices
      where org_id = ${org.orgId} and schedule_id is not null and invoice_type = 'STANDARD'
        and not metadata ? 'replacedBy'
      window cycles as (partition by account_id, schedule_id order by cycle_start, cycle_end, id)) as cycles
    where cycle_start < other_end or cycle_start = other_start
    order by id limit ${limit}`.execute(tx);
  return rows;
}

export interface Gap {
  scope: string;
  /** The values around the gap; `below` 0 is the beginning, `above` null the end. */
  below: number;
  above: number | null;
  counted: number;
}

/**
 * Lists values that were counted but are on no document, if only this counter assigns numbers: always for
 * orders, for invoices if the organization never had its own numbering.
 */
export async function listNumberGaps(tx: Tx, org: Org, limit: number): Promise<Gap[]> {
  const { rows } = await sql<Gap>`
    with counters as (
      select scope, last_value from invoice_sequences
      where org_id = ${org.orgId} and period = 'ALL'
        and (scope = 'ORDER' or scope = 'ORG' and not ${hasOwnNumbering(org)})),
    numbers as (
      select ${SCOPE} as scope, sequence_id as number from invoices
      where org_id = ${org.orgId} and sequence_id is not null
      union all
      -- A paid order becomes an invoice, and keeps the number it had.
      select 'ORDER', metadata ->> 'orderNumber' from invoices
      where org_id = ${org.orgId} and metadata ->> 'orderNumber' is not null),
    given as (
      select distinct c.scope, c.last_value as counted,
        substring(n.number from '^(?:ORD-)?[0-9]{4}-[0-9]{2}-([0-9]{4,18})$')::int8 as value
      from counters c join numbers n using (scope)),
    ends as (select scope, last_value as counted, last_value + 1 as value from counters),
    steps as (
      select scope, counted, value, coalesce(lag(value) over (partition by scope order by value), 0) as below
      from (select * from given where value is not null union all select * from ends) as each)
    select scope, below, nullif(value, counted + 1) as above, counted
    from steps where value - below > 1 order by scope, below limit ${limit}`.execute(tx);
  return rows;
}

/** Lists documents that lack a required number, or have an uncounted or duplicate one. */
export async function listNumberMismatches(
  tx: Tx,
  org: Org,
  limit: number,
): Promise<{ id: string; problem: string }[]> {
  const { rows } = await sql<{ id: string; problem: string }>`
    select id, 'is issued but has no number' as problem from invoices
    where org_id = ${org.orgId} and finalizing_status = 'FINALIZED' and sequence_id is null
      and not metadata ? 'notIssued'
      and merged_into is null
    union all
    select id, 'has the number ' || sequence_id || ' of another document'
    from (select id, sequence_id, row_number() over (
        partition by sequence_id, sequence_scope order by created_at, id) as position
      from invoices where org_id = ${org.orgId} and sequence_id is not null) as numbered
    where position > 1
    union all
    select max(i.id), 'is one of ' || count(*) || ' numbered by ' || i.scope || ', whose counter is at '
      || coalesce(c.counted, 0)
    from (select id, ${SCOPE} as scope from invoices
      where org_id = ${org.orgId} and sequence_id is not null) as i
    left join (select scope, sum(last_value) as counted from invoice_sequences
      where org_id = ${org.orgId} group by scope) as c on c.scope = i.scope
    group by i.scope, c.counted having count(*) > coalesce(c.counted, 0)
    order by 1 limit ${limit}`.execute(tx);
  return rows;
}

/** Orders of an older release are stored under the scope of invoices. */
const SCOPE = sql`case when sequence_id like 'ORD-%' then 'ORDER' else sequence_scope end`;

/** True also if it was removed again: the numbers that it skipped stay skipped. */
function hasOwnNumbering(org: Org): RawBuilder<boolean> {
  return sql`(
    exists (select 1 from settings where org_id = ${org.orgId} and id = 'INVOICE_SEQUENCE')
    or exists (select 1 from audit_log where org_id = ${org.orgId} and entity_type = 'SETTING'
      and entity_id like 'setting.%.INVOICE\_SEQUENCE.%'))`;
}

/** Lists drafts that wait for a hook without a call, and calls about drafts that do not wait. */
export async function listFinalizingMismatches(
  tx: Tx,
  org: Org,
  limit: number,
): Promise<{ id: string; isWaiting: boolean }[]> {
  const { rows } = await sql<{ id: string; isWaiting: boolean }>`
    select id, true as is_waiting from invoices i
    where org_id = ${org.orgId} and finalizing_status = 'FINALIZING'
      and not exists (select from finalization_calls
        where org_id = i.org_id and invoice_id = i.id and status = 'OPEN')
      and not exists (select from scheduled_work
        where org_id = i.org_id and kind = ${FINALIZE_INVOICE} and key = i.id and on_hold_at is null)
    union all
    select i.id, false
    from finalization_calls c join invoices i on i.org_id = c.org_id and i.id = c.invoice_id
    where c.org_id = ${org.orgId} and c.next_attempt_at is not null
      and i.finalizing_status is distinct from 'FINALIZING'
    order by 1 limit ${limit}`.execute(tx);
  return rows;
}
