import { sql } from 'kysely';
import type { StoredInvoice } from '#areas/invoices/index.ts';
import { type Decimal, decimal } from '#core/decimal.ts';
import type { Tx } from '#platform/db/database.ts';
import { textRows } from '#platform/db/few-values.ts';
import type { Org } from '#platform/http/operation.ts';

/** What earlier invoices of the account say about a draft. */
export interface History {
  /** The invoice of the same kind for the cycle before. */
  previousId: string | null;
  previousAmount: Decimal | null;
  previousDocument: string | null;
  wasOverridden: boolean;
  isOverridden: boolean;
  /** Totals of up to three cycles before, the latest first. */
  earlierTotals: Decimal[];
  /** Whether one of them was priced by the same version of the plan. */
  hadVersion: boolean;
}

/**
 * By id of the draft; absent for a draft without a cycle. Void invoices, and those in another currency, are
 * no earlier cycles.
 */
export async function listHistories(
  tx: Tx,
  org: Org,
  drafts: readonly StoredInvoice[],
): Promise<Map<string, History>> {
  const asked = drafts.flatMap((draft) => {
    const { id, accountId, invoiceType, currency, cycleStart, scheduleId, planId, planVersion } = draft;
    if (accountId === null || cycleStart === null || scheduleId === null) return [];
    const plan = [planId ?? '', String(planVersion ?? 0)];
    return [[id, accountId, invoiceType, currency, cycleStart.toString(), scheduleId, ...plan]];
  });
  if (asked.length === 0) return new Map();
  const { rows } = await sql<Omit<History, 'earlierTotals'> & { id: string; earlierTotals: string[] }>`
    select draft.id, previous.id as previous_id, previous.total_amount as previous_amount,
      previous.document as previous_document, coalesce(was.is_overridden, false) as was_overridden,
      coalesce(now_is.is_overridden, false) as is_overridden,
      array(
        select i.total_amount::text from invoices i
        where i.org_id = ${org.orgId} and i.account_id = draft.account_id
          and i.cycle_start < draft.cycle_start::date and i.invoice_type = draft.invoice_type
          and i.currency = draft.currency and i.status <> 'VOID'
        order by i.cycle_start desc limit 3) as earlier_totals,
      exists (
        select from invoices i
        where i.org_id = ${org.orgId} and i.account_id = draft.account_id
          and i.cycle_start < draft.cycle_start::date and i.plan_id = draft.plan_id
          and i.plan_version = draft.plan_version::int and i.status <> 'VOID') as had_version
    from ${textRows(asked)} as draft (
      index, id, account_id, invoice_type, currency, cycle_start, schedule_id, plan_id, plan_version)
    left join lateral (
      select i.id, i.total_amount, i.document, i.schedule_id from invoices i
      where i.org_id = ${org.orgId} and i.account_id = draft.account_id
        and i.cycle_start < draft.cycle_start::date and i.invoice_type = draft.invoice_type
        and i.currency = draft.currency and i.status <> 'VOID'
      order by i.cycle_start desc limit 1) as previous on true
    left join schedules was on was.org_id = ${org.orgId} and was.mode = 'ACTIVE'
      and was.id = previous.schedule_id
    left join schedules now_is on now_is.org_id = ${org.orgId} and now_is.mode = 'ACTIVE'
      and now_is.id = draft.schedule_id`.execute(tx);
  return new Map(
    rows.map(({ id, earlierTotals, ...history }) => [
      id,
      { ...history, earlierTotals: earlierTotals.map(decimal) },
    ]),
  );
}

export interface DuplicateRow {
  id: string;
  number: string | null;
  amount: Decimal;
}

/**
 * By id of the draft: invoices of the same owner with the same total for days that overlap, where one of the
 * two was entered by a person. An adjustment repeats no other invoice.
 */
export async function listDuplicates(
  tx: Tx,
  org: Org,
  drafts: readonly StoredInvoice[],
): Promise<Map<string, DuplicateRow[]>> {
  const asked = drafts
    .filter(({ totalAmount, metadata }) => !totalAmount.isZero() && metadata.adjusts === undefined)
    .map((draft) => [
      ...[draft.id, draft.ownerId, draft.currency, draft.totalAmount.toFixed()],
      ...[draft.startAt.toString(), draft.endAt.toString(), draft.invoiceType],
    ]);
  if (asked.length === 0) return new Map();
  const { rows } = await sql<DuplicateRow & { draftId: string }>`
    select draft.id as draft_id, i.id, i.sequence_id as number, i.total_amount as amount
    from ${textRows(asked)} as draft (index, id, owner_id, currency, amount, start_at, end_at, invoice_type)
    join lateral (
      select id, sequence_id, total_amount from invoices i
      where i.org_id = ${org.orgId} and i.owner_id = draft.owner_id and i.id <> draft.id
        and i.currency = draft.currency and i.total_amount = draft.amount::numeric
        and i.start_at < draft.end_at::timestamptz and i.end_at > draft.start_at::timestamptz
        and 'CUSTOM' in (i.invoice_type, draft.invoice_type) and i.status <> 'VOID'
        and not i.metadata ? 'adjusts'
      order by i.created_at, i.id limit 5) as i on true
    order by draft.index`.execute(tx);
  return Map.groupBy(
    rows.map(({ draftId, ...row }) => ({ draftId, ...row })),
    ({ draftId }) => draftId,
  );
}
