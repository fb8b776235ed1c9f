import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { listAdvanceInvoices, listSettledCharges, type WantedCharges } from '../store/advance-charges.ts';
import { type AdvanceCharge, readCharges } from './advance-charge.ts';

/**
 * What is charged in advance by now: as the issued invoices say, and as it was settled since. What an invoice
 * charged that was voided later is not charged.
 */
export async function loadCharges(tx: Tx, org: Org, wanted: WantedCharges): Promise<AdvanceCharge[]> {
  const [invoices, settled] = await Promise.all([
    listAdvanceInvoices(tx, org, wanted),
    listSettledCharges(tx, org, wanted),
  ]);
  const issued = new Set(invoices.map(({ id }) => id));
  const known = new Map(settled.map((charge) => [keyOf(charge), charge]));
  const invoiced = invoices.flatMap(readCharges).map((charge) => known.get(keyOf(charge)) ?? charge);
  const corrected = settled.filter(({ invoiceId }) => invoiceId === null);
  return [...invoiced, ...corrected].filter(
    ({ invoiceId, isClosed }) => !isClosed && (invoiceId === null || issued.has(invoiceId)),
  );
}

function keyOf({ scheduleId, cycleStart, content }: AdvanceCharge): string {
  return `${scheduleId} ${cycleStart} ${content.card.name}`;
}
