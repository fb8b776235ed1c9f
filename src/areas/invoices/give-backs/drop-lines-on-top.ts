import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { chargeAddedTo } from '../problems.ts';
import { issuedLinesOf } from '../settlement/added-lines.ts';
import { deleteAdjustments, lockAdjustments, type PlacedAdjustment } from '../store/advance-adjustments.ts';
import { listLinesOnTop } from '../store/advance-charges.ts';
import { leftOf, sumLeftOfLines } from '../store/given-back-lines.ts';
import type { InvoiceRow } from '../store/invoices.ts';

type Context = Pick<ScheduledWorkContext, 'tx' | 'org'>;

/**
 * Removes the lines that were charged on top of an invoice when it becomes void, because a reissued invoice
 * charges the current amounts. Drops lines that are not yet billed, so that no draft and no reissued invoice
 * contains them. Raises `chargeAddedTo` for a line on an issued invoice, unless it is voided `together` with
 * this one in one composite.
 */
export async function dropLinesOnTop(
  context: Context,
  invoice: InvoiceRow,
  together: string | null,
): Promise<void> {
  const { tx, org } = context;
  const { id } = invoice;
  const lines = await lockAdjustments(tx, org, await listLinesOnTop(tx, org, invoice));
  const isGone = ({ invoice: on }: PlacedAdjustment) =>
    on === null || on.status === 'VOID' || (together !== null && on.mergedInto === together);
  const kept = lines.filter((line) => !isGone(line));
  const [charging] = await listCharging(context, kept);
  if (charging) throw chargeAddedTo({ id, addedBy: charging.invoice?.id ?? '' });
  const gone = lines.filter(isGone).map((line) => line.id);
  await deleteAdjustments(tx, org, gone);
}

/** Returns those whose invoice still has an amount left. */
export async function listCharging(
  { tx, org }: Context,
  lines: readonly PlacedAdjustment[],
): Promise<PlacedAdjustment[]> {
  const issuedLines = issuedLinesOf(lines);
  const left = await sumLeftOfLines(
    tx,
    org,
    [...issuedLines.values()].flatMap((issued) => issued?.invoiceId ?? []),
  );
  return lines.filter(({ id, card: { billableId: lineId } }) => {
    const issued = issuedLines.get(id);
    return issued && leftOf(left, { lineId, ...issued })?.gt(0);
  });
}
