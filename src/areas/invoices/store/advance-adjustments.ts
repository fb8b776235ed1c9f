import { sql } from 'kysely';
import type { CardInput, InvoiceDocument, InvoiceInputs } from '#core/invoice/index.ts';
import type { Tx } from '#platform/db/database.ts';
import { json } from '#platform/db/json.ts';
import type { Org } from '#platform/http/operation.ts';
import type { ChargeSetting } from '../settlement/advance-charge.ts';
import type { StoredInvoice } from './invoices.ts';

/** A line that waits for the next invoice in advance of its account. */
export interface Adjustment {
  card: CardInput;
  setting: ChargeSetting;
}

export async function insertAdjustments(
  tx: Tx,
  org: Org,
  added: { accountId: string; adjustments: readonly (Adjustment & { id: string })[]; now: Temporal.Instant },
): Promise<void> {
  const { accountId, adjustments, now } = added;
  if (adjustments.length === 0) return;
  const rows = adjustments.map(({ id, card, setting }) => ({
    ...{ orgId: org.orgId, id, accountId, createdAt: now },
    ...{ card: json(card), setting: json(setting) },
  }));
  await tx.insertInto('advanceAdjustments').values(rows).execute();
}

/** A line with its invoice, whose last cards are such lines, including this one. */
export interface PlacedAdjustment extends Adjustment {
  id: string;
  /** Null while no invoice has it, or only a draft that is recomputed. */
  invoice: PlacedOn | null;
}

interface PlacedOn extends Pick<StoredInvoice, 'id' | 'status' | 'mergedInto'> {
  inputs: InvoiceInputs;
  document: InvoiceDocument;
  cardIndex: number;
}

/** Locks lines by their ids, in this order: no invoice claims them while they are changed. */
export async function lockAdjustments(tx: Tx, org: Org, ids: readonly string[]): Promise<PlacedAdjustment[]> {
  if (ids.length === 0) return [];
  await sql`select from advance_adjustments where org_id = ${org.orgId} and id = any(${[...ids]})
    order by id for update`.execute(tx);
  // A separate statement, which sees what the earlier lock holders committed.
  return listPlacedAdjustments(tx, org, ids);
}

export async function listPlacedAdjustments(
  tx: Tx,
  org: Org,
  ids: readonly string[],
): Promise<PlacedAdjustment[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{
    id: string;
    card: CardInput;
    setting: ChargeSetting;
    invoiceId: string | null;
    status: StoredInvoice['status'];
    mergedInto: string | null;
    inputs: string;
    document: string;
    later: number;
  }>`
    select a.id, a.card, a.setting, i.id as invoice_id, i.status, i.merged_into, i.inputs, i.document,
      (select count(*)::integer from advance_adjustments other
        where other.org_id = a.org_id and other.invoice_id = a.invoice_id and other.id > a.id) as later
    from advance_adjustments a
    left join invoices i on i.org_id = a.org_id and i.id = a.invoice_id
      -- A draft of a cycle is computed from these lines again, one of a settlement of its own is not.
      and (i.status <> 'DRAFT' or i.invoice_type = 'ADHOC_ADVANCED')
    where a.org_id = ${org.orgId} and a.id = any(${[...ids]}) order by a.id`.execute(tx);
  return rows.map(({ id, card, setting, invoiceId, status, mergedInto, ...row }) => {
    if (invoiceId === null) return { id, card, setting, invoice: null };
    const inputs = JSON.parse(row.inputs) as InvoiceInputs;
    const document = JSON.parse(row.document) as InvoiceDocument;
    const cardIndex = inputs.cards.length - 1 - row.later;
    return { id, card, setting, invoice: { id: invoiceId, status, mergedInto, inputs, document, cardIndex } };
  });
}

export async function deleteAdjustments(tx: Tx, org: Org, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .deleteFrom('advanceAdjustments')
    .where('orgId', '=', org.orgId)
    .where('id', 'in', [...ids])
    .execute();
}

/** Replaces the card of a line that is on no issued invoice; without a card, it charges nothing. */
export async function changeAdjustment(
  tx: Tx,
  org: Org,
  { id, card }: { id: string; card: CardInput | null },
): Promise<void> {
  const which = sql`org_id = ${org.orgId} and id = ${id}`;
  if (card) await sql`update advance_adjustments set card = ${json(card)} where ${which}`.execute(tx);
  else await sql`delete from advance_adjustments where ${which}`.execute(tx);
}

/** Lists the lines on top of charges of an account for the cycles that begin on a day. */
export async function listAdjustmentsOfCycle(
  tx: Tx,
  org: Org,
  { accountId, cycleStart }: { accountId: string; cycleStart: Temporal.PlainDate },
): Promise<(Adjustment & { id: string })[]> {
  const rows = await tx
    .selectFrom('advanceAdjustments')
    .select(['id', 'card', 'setting'])
    .where('orgId', '=', org.orgId)
    .where('accountId', '=', accountId)
    .where(sql<boolean>`setting -> 'cycle' ->> 'start' = ${cycleStart.toString()}`)
    .orderBy('id')
    .execute();
  return rows.map(({ id, card, setting }) => {
    return { id, card: card as CardInput, setting: setting as ChargeSetting };
  });
}

/** Lists the waiting lines in the order of their creation, locked, so that one invoice gets each. */
export async function lockWaitingAdjustments(
  tx: Tx,
  org: Org,
  accountId: string,
): Promise<(Adjustment & { id: string })[]> {
  const rows = await tx
    .selectFrom('advanceAdjustments')
    .select(['id', 'card', 'setting'])
    .where('orgId', '=', org.orgId)
    .where('accountId', '=', accountId)
    .where('invoiceId', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.map(({ id, card, setting }) => {
    return { id, card: card as CardInput, setting: setting as ChargeSetting };
  });
}

/** Lists the lines of an invoice in addition to those of its own cycle. */
export async function listAdjustments(tx: Tx, org: Org, invoiceId: string): Promise<CardInput[]> {
  const rows = await tx
    .selectFrom('advanceAdjustments')
    .select('card')
    .where('orgId', '=', org.orgId)
    .where('invoiceId', '=', invoiceId)
    .orderBy('id')
    .execute();
  return rows.map(({ card }) => card as CardInput);
}

/** Moves the lines of a void invoice to the one that replaces it. */
export async function moveAdjustments(
  tx: Tx,
  org: Org,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await tx
    .updateTable('advanceAdjustments')
    .set({ invoiceId: to })
    .where('orgId', '=', org.orgId)
    .where('invoiceId', '=', from)
    .execute();
}

export async function claimAdjustments(
  tx: Tx,
  org: Org,
  { ids, invoiceId }: { ids: readonly string[]; invoiceId: string },
): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .updateTable('advanceAdjustments')
    .set({ invoiceId })
    .where('orgId', '=', org.orgId)
    .where(sql<boolean>`id = any(${[...ids]})`)
    .execute();
}
