import { decimal } from '#core/decimal.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { listAdvanceInvoices, listSettledCharges, type WantedCharges } from '../store/advance-charges.ts';
import { type AdvanceCharge, readCharges } from './advance-charge.ts';
import { completeCharges } from './complete-charges.ts';

/**
 * Loads the current charges in advance: those of the issued invoices, with later settlements. Excludes the
 * charges of voided invoices.
 */
export async function loadCharges(tx: Tx, org: Org, wanted: WantedCharges): Promise<AdvanceCharge[]> {
  const [invoices, settled] = await Promise.all([
    listAdvanceInvoices(tx, org, wanted),
    listSettledCharges(tx, org, wanted),
  ]);
  const issued = new Set(invoices.map(({ id }) => id));
  const known = new Map(settled.map((charge) => [keyOf(charge), charge]));
  const invoiced = invoices.flatMap(readCharges).map((charge) => asSettled(charge, known.get(keyOf(charge))));
  const corrected = settled.filter(({ invoiceId }) => invoiceId === null);
  const charging = [...invoiced, ...corrected].filter(
    ({ invoiceId, isClosed }) => !isClosed && (invoiceId === null || issued.has(invoiceId)),
  );
  return completeCharges(tx, org, charging);
}

/** A reissued invoice charges anew, whatever was settled on the void one. */
function asSettled(charge: AdvanceCharge, settled: AdvanceCharge | undefined): AdvanceCharge {
  if (!settled) return charge;
  const isAgain = settled.invoiceId !== charge.invoiceId && settled.invoiceId !== null && !settled.isClosed;
  if (isAgain) return { ...charge, revision: settled.revision };
  return { ...settled, content: { ...settled.content, billed: billedOf(settled, charge) } };
}

/** Older releases did not store it for amounts that were given back as credits. */
function billedOf({ content }: AdvanceCharge, { content: charged }: AdvanceCharge) {
  const { billed = { invoiceId: '', left: charged.amount } } = charged;
  const isLess = decimal(content.amount).lt(decimal(billed.left));
  return content.billed ?? { ...billed, left: isLess ? content.amount : billed.left };
}

function keyOf({ scheduleId, cycleStart, content }: AdvanceCharge): string {
  return `${scheduleId} ${cycleStart} ${content.card.name}`;
}
