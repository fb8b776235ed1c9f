import { type Decimal, decimal, ZERO } from '#core/decimal.ts';
import { computeInvoice, type InvoiceInputs } from '#core/invoice/index.ts';
import { linesOf } from '#core/invoice/lines-of.ts';
import { type LeftOfLine, leftToCredit } from '#core/invoice/plan-corrections.ts';
import type { DueWorkContext } from '#platform/jobs/due-work.ts';
import { type GiveBack, insertGiveBacks } from '../store/give-backs.ts';
import type { InvoiceRow, StoredInvoice } from '../store/invoices.ts';
import { readLeft } from './read-left.ts';

type Way = Pick<GiveBack, 'way'> & Partial<Pick<GiveBack, 'money' | 'key' | 'noteId' | 'correction'>>;

/** Writes what lines have given back: by how much less is left of each `after` than `before`. */
export async function recordGiveBack(
  context: Pick<DueWorkContext, 'tx' | 'org' | 'now'>,
  original: InvoiceRow,
  given: { before: InvoiceInputs; after: InvoiceInputs; way: Way },
): Promise<void> {
  if (!isRecorded(original)) return;
  const { before, after, way } = given;
  const kept = leftToCredit(after).lines;
  const changed = leftToCredit(before).lines.map((line) => {
    const same = kept.find(({ of, id, nth }) => of === line.of && id === line.id && nth === line.nth);
    return { line, net: line.left.minus(same?.left ?? ZERO) };
  });
  const tax = { charged: taxOf(withoutCorrections(before)), given: taxOf(before).minus(taxOf(after)) };
  await insertLines(context, original, { changed, tax, way });
}

/** Everything that is left: of an invoice that is void, or was refunded. */
export async function recordRest(
  context: Pick<DueWorkContext, 'tx' | 'org' | 'now'>,
  original: InvoiceRow,
  way: 'REFUND' | 'VOID',
): Promise<void> {
  if (!isRecorded(original)) return;
  const { before } = await readLeft(context, original);
  const changed = leftToCredit(before).lines.map((line) => ({ line, net: line.left }));
  const tax = { charged: taxOf(withoutCorrections(before)), given: taxOf(before) };
  await insertLines(context, original, { changed, tax, way: { way } });
}

/** Lines of other invoices are given back by credit notes, refunds and void alone, which know each other. */
function isRecorded({ invoiceType }: Pick<StoredInvoice, 'invoiceType'>): boolean {
  return invoiceType === 'STANDARD_ADVANCED' || invoiceType === 'ADHOC_ADVANCED';
}

async function insertLines(
  { tx, org, now }: Pick<DueWorkContext, 'tx' | 'org' | 'now'>,
  { id: invoiceId, accountId }: InvoiceRow,
  given: {
    changed: readonly { line: LeftOfLine; net: Decimal }[];
    tax: { charged: Decimal; given: Decimal };
    way: Way;
  },
): Promise<void> {
  const { changed, tax, way } = given;
  const moved = changed.filter(({ net }) => !net.isZero());
  const rows = moved.map(({ line: { of, id: lineId, nth, charged }, net }, index): GiveBack => {
    const isFirst = index === 0;
    const named = { key: null, noteId: null, ...way, correction: isFirst ? (way.correction ?? null) : null };
    const sums = { tax: isFirst ? tax.given : ZERO, money: isFirst ? (way.money ?? ZERO) : ZERO };
    const place = { accountId, invoiceId, of, lineId, nth, charged, net };
    return { ...place, ...named, chargedTax: tax.charged, ...sums, createdAt: now };
  });
  await insertGiveBacks(tx, org, rows);
}

function taxOf(inputs: InvoiceInputs): Decimal {
  const lines = linesOf(computeInvoice(inputs).revenueInfo, 'TOTAL_TAX_AMOUNT');
  return lines.reduce((sum, { value }) => sum.plus(decimal(value)), ZERO);
}

function withoutCorrections({ corrections: _, ...inputs }: InvoiceInputs): InvoiceInputs {
  return inputs;
}
