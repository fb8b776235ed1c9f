import { sql } from 'kysely';
import type { CardInput } from '#core/invoice/index.ts';
import type { Tx } from '#platform/db/database.ts';
import { json } from '#platform/db/json.ts';
import type { Org } from '#platform/http/operation.ts';
import { newTimeUuids } from '#platform/ids.ts';
import type { ChargeSetting } from '../settlement/advance-charge.ts';

/** A line that waits for the next invoice in advance of its account. */
export interface Adjustment {
  card: CardInput;
  setting: ChargeSetting;
}

export async function insertAdjustments(
  tx: Tx,
  org: Org,
  added: { accountId: string; adjustments: readonly Adjustment[]; now: Temporal.Instant },
): Promise<void> {
  const { accountId, adjustments, now } = added;
  if (adjustments.length === 0) return;
  const ids = newTimeUuids(now, adjustments.length);
  const rows = adjustments.map(({ card, setting }, index) => ({
    ...{ orgId: org.orgId, id: ids[index] ?? '', accountId, createdAt: now },
    ...{ card: json(card), setting: json(setting) },
  }));
  await tx.insertInto('advanceAdjustments').values(rows).execute();
}

/** What waits, in the order in which it came up; locked, so that one invoice gets it. */
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

/** The lines that an invoice has beside those of its own cycle. */
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

/** What a void invoice had taken is on the one that is made in its place. */
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
