import { Decimal, decimal, decimalText, ZERO } from '#core/decimal.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { listAdjustmentsOfCycle } from '../store/advance-adjustments.ts';
import { listAdvanceInvoices } from '../store/advance-charges.ts';
import { amountOfAdjustment } from './added-lines.ts';
import { type AddedLine, type AdvanceCharge, readCharges } from './advance-charge.ts';

/**
 * Adds lines that older releases did not store for settled charges: the first line of a charge that another
 * schedule has taken over, and the later lines of every charge.
 */
export async function completeCharges(
  tx: Tx,
  org: Org,
  charges: readonly AdvanceCharge[],
): Promise<AdvanceCharge[]> {
  const completed: AdvanceCharge[] = [];
  for (const charge of charges) {
    const isComplete = charge.revision === 0 || charge.content.added !== undefined;
    completed.push(isComplete ? charge : await addLines(tx, org, await addFirst(tx, org, charge)));
  }
  return completed;
}

async function addFirst(tx: Tx, org: Org, charge: AdvanceCharge): Promise<AdvanceCharge> {
  const { accountId, scheduleId: exceptScheduleId, cycleStart, invoiceId, content } = charge;
  if (content.billed || invoiceId !== null) return charge;
  const invoices = await listAdvanceInvoices(tx, org, { accountId, exceptScheduleId, cycleStart });
  const { type, billableId, name } = content.card;
  const same = invoices.flatMap(readCharges).filter(({ content: { card } }) => {
    return card.type === type && card.billableId === billableId;
  });
  const billed = (same.find((each) => each.content.card.name === name) ?? same[0])?.content.billed;
  if (!billed) return charge;
  const left = decimalText(Decimal.min(decimal(billed.left), decimal(content.amount)));
  return { ...charge, content: { ...content, billed: { ...billed, left } } };
}

/**
 * The last of the other lines gets what the first line did not charge, because refunds begin with the first.
 */
async function addLines(tx: Tx, org: Org, charge: AdvanceCharge): Promise<AdvanceCharge> {
  const { accountId, cycleStart, content } = charge;
  const { amount, billed, card } = content;
  let rest = decimal(amount).minus(Decimal.max(ZERO, decimal(billed?.left ?? '0')));
  if (rest.lte(0)) return { ...charge, content: { ...content, added: [] } };
  const onTop = await listAdjustmentsOfCycle(tx, org, { accountId, cycleStart });
  const added: AddedLine[] = [];
  for (const { id: adjustmentId, card: line, setting } of onTop.toReversed()) {
    if (line.billableId !== card.billableId) continue;
    const left = Decimal.max(ZERO, Decimal.min(rest, amountOfAdjustment(line, setting)));
    rest = rest.minus(left);
    added.unshift({ adjustmentId, left: decimalText(left) });
  }
  return { ...charge, content: { ...content, added } };
}
