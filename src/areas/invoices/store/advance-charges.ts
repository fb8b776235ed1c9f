import { sql } from 'kysely';
import type { InvoiceDocument, InvoiceInputs } from '#core/invoice/index.ts';
import type { Tx } from '#platform/db/database.ts';
import { json } from '#platform/db/json.ts';
import type { Org } from '#platform/http/operation.ts';
import type { AdvanceCharge, ChargeContent } from '../settlement/advance-charge.ts';
import type { InvoiceRow } from './invoices.ts';

/** Selects charges of an account: of a schedule, or of the cycles of others that begin on a day. */
export interface WantedCharges {
  accountId: string;
  scheduleId?: string;
  exceptScheduleId?: string;
  cycleStart?: Temporal.PlainDate;
  /** Only if the invoice bills fewer days than up to this one. */
  endingBefore?: Temporal.PlainDate;
}

/** An issued invoice in advance, with all its inputs. */
export interface AdvanceInvoice {
  id: string;
  accountId: string;
  scheduleId: string;
  cycleStart: Temporal.PlainDate;
  inputs: InvoiceInputs;
  document: InvoiceDocument;
}

/** Lists issued invoices of cycles in advance, except void ones. */
export async function listAdvanceInvoices(
  tx: Tx,
  org: Org,
  wanted: WantedCharges,
): Promise<AdvanceInvoice[]> {
  const { accountId, scheduleId, exceptScheduleId, cycleStart, endingBefore } = wanted;
  const rows = await tx
    .selectFrom('invoices')
    .select(['id', 'scheduleId', 'cycleStart', 'inputs', 'document'])
    .where('orgId', '=', org.orgId)
    .where('accountId', '=', accountId)
    .where('invoiceType', '=', 'STANDARD_ADVANCED')
    .where('status', 'not in', ['DRAFT', 'VOID'])
    .$if(scheduleId !== undefined, (query) => query.where('scheduleId', '=', scheduleId as string))
    .$if(exceptScheduleId !== undefined, (query) =>
      query.where('scheduleId', '<>', exceptScheduleId as string),
    )
    .$if(cycleStart !== undefined, (query) =>
      query.where('cycleStart', '=', cycleStart as Temporal.PlainDate),
    )
    .$if(endingBefore !== undefined, (query) =>
      query.where('cycleEnd', '<', endingBefore as Temporal.PlainDate),
    )
    .orderBy('cycleStart')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    accountId,
    scheduleId: row.scheduleId as string,
    cycleStart: row.cycleStart as Temporal.PlainDate,
    inputs: JSON.parse(row.inputs) as InvoiceInputs,
    document: JSON.parse(row.document) as InvoiceDocument,
  }));
}

/** Lists charges that were settled or created by a correction: their invoice no longer gives their amount. */
export async function listSettledCharges(tx: Tx, org: Org, wanted: WantedCharges): Promise<AdvanceCharge[]> {
  const { accountId, scheduleId, exceptScheduleId, cycleStart } = wanted;
  const rows = await tx
    .selectFrom('advanceCharges')
    .select(['scheduleId', 'cycleStart', 'invoiceId', 'revision', 'charge', 'isClosed'])
    .where('orgId', '=', org.orgId)
    .where('accountId', '=', accountId)
    .$if(scheduleId !== undefined, (query) => query.where('scheduleId', '=', scheduleId as string))
    .$if(exceptScheduleId !== undefined, (query) =>
      query.where('scheduleId', '<>', exceptScheduleId as string),
    )
    .$if(cycleStart !== undefined, (query) =>
      query.where('cycleStart', '=', cycleStart as Temporal.PlainDate),
    )
    .orderBy('cycleStart')
    .orderBy(sql`card_name collate "C"`)
    .execute();
  return rows.map(({ charge, ...row }) => ({ accountId, ...row, content: charge as ChargeContent }));
}

export async function saveCharges(
  tx: Tx,
  org: Org,
  { charges, now }: { charges: readonly AdvanceCharge[]; now: Temporal.Instant },
): Promise<void> {
  if (charges.length === 0) return;
  const rows = charges.map(({ content, ...charge }) => {
    const cardName = content.card.name;
    return { ...charge, orgId: org.orgId, cardName, charge: json(content), updatedAt: now };
  });
  await tx
    .insertInto('advanceCharges')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['orgId', 'scheduleId', 'cycleStart', 'cardName']).doUpdateSet((eb) => ({
        invoiceId: eb.ref('excluded.invoiceId'),
        revision: eb.ref('excluded.revision'),
        charge: eb.ref('excluded.charge'),
        isClosed: eb.ref('excluded.isClosed'),
        updatedAt: eb.ref('excluded.updatedAt'),
      })),
    )
    .execute();
}

/**
 * Finds the schedule that has taken over a charge of an invoice and not given it back since; null if none
 * has.
 */
export async function findTakenOver(
  tx: Tx,
  org: Org,
  { id, accountId, cycleStart }: Pick<InvoiceRow, 'id' | 'accountId' | 'cycleStart'>,
): Promise<string | null> {
  if (cycleStart === null) return null;
  const row = await tx
    .selectFrom('advanceCharges')
    .select('scheduleId')
    .where('orgId', '=', org.orgId)
    .where('accountId', '=', accountId)
    .where('cycleStart', '=', cycleStart)
    .where('invoiceId', 'is', null)
    .where('isClosed', '=', false)
    .where(sql<boolean>`charge -> 'billed' ->> 'invoiceId' = ${id}`)
    .where(sql<boolean>`(charge -> 'billed' ->> 'left')::numeric > 0`)
    .orderBy('scheduleId')
    .limit(1)
    .executeTakeFirst();
  return row?.scheduleId ?? null;
}

/** Lists the lines on top of an invoice's charges, by their ids. */
export async function listLinesOnTop(
  tx: Tx,
  org: Org,
  { id, accountId, cycleStart }: Pick<InvoiceRow, 'id' | 'accountId' | 'cycleStart'>,
): Promise<string[]> {
  if (cycleStart === null) return [];
  const { rows } = await sql<{ adjustmentId: string }>`
    select distinct line ->> 'adjustmentId' as adjustment_id
    from advance_charges c, jsonb_array_elements(c.charge -> 'added') as line
    where c.org_id = ${org.orgId} and c.account_id = ${accountId} and c.cycle_start = ${cycleStart}
      and (c.invoice_id = ${id} or c.charge -> 'billed' ->> 'invoiceId' = ${id})
    order by adjustment_id`.execute(tx);
  return rows.map(({ adjustmentId }) => adjustmentId);
}

/** Lists schedules, live or deleted, with charges in advance for days after one. */
export async function listChargedSchedules(
  tx: Tx,
  org: Org,
  { accountId, after }: { accountId: string; after: Temporal.PlainDate },
): Promise<string[]> {
  const { rows } = await sql<{ scheduleId: string }>`
    select schedule_id from invoices
    where org_id = ${org.orgId} and account_id = ${accountId} and cycle_start > ${after}
      and invoice_type = 'STANDARD_ADVANCED' and status not in ('DRAFT', 'VOID')
    union
    select schedule_id from advance_charges
    where org_id = ${org.orgId} and account_id = ${accountId} and cycle_start > ${after}
    order by schedule_id`.execute(tx);
  return rows.map(({ scheduleId }) => scheduleId);
}
