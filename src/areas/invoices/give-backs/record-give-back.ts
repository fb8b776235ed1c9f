import { type Decimal, decimal, ZERO } from '#core/decimal.ts';
import { computeInvoice, type InvoiceInputs } from '#core/invoice/index.ts';
import { linesOf } from '#core/invoice/lines-of.ts';
import { type LeftOfLine, leftToCredit } from '#core/invoice/plan-corrections.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { type GiveBack, insertGiveBacks } from '../store/give-backs.ts';
import type { InvoiceRow, StoredInvoice } from '../store/invoices.ts';
import { readLeft } from './read-left.ts';

type Context = Pick<ScheduledWorkContext, 'tx' | 'org' | 'now'>;
type Method = Pick<GiveBack, 'way'> & Partial<Pick<GiveBack, 'money' | 'key' | 'noteId' | 'correction'>>;

/** Records what lines gave back: the decrease from `before` to `after` of what is left of each. */
export async function recordGiveBack(
  context: Context,
  original: InvoiceRow,
  given: { before: InvoiceInputs; after: InvoiceInputs; way: Method },
): Promise<void> {
  if (!isRecorded(original)) return;
  const { before, after, way } = given;
  const kept = leftToCredit(after).lines;
  const lines = leftToCredit(before).lines.map((line) => {
    const same = kept.find(({ of, id, nth }) => of === line.of && id === line.id && nth === line.nth);
    return { line, net: line.left.minus(same?.left ?? ZERO) };
  });
  const tax = { charged: taxOf(withoutCorrections(before)), net: taxOf(before).minus(taxOf(after)) };
  await insertRows(context, original, { lines, tax, way });
}

/** Records the whole rest of an invoice that is void or was refunded. */
export async function recordRest(
  context: Context,
  original: InvoiceRow,
  way: 'REFUND' | 'VOID',
): Promise<void> {
  if (!isRecorded(original)) return;
  const { before } = await readLeft(context, original);
  const lines = leftToCredit(before).lines.map((line) => ({ line, net: line.left }));
  const tax = { charged: taxOf(withoutCorrections(before)), net: taxOf(before) };
  await insertRows(context, original, { lines, tax, way: { way } });
}

/**
 * Records an amount that a discount beside the line paid: the line gives it back, but the amount that the
 * invoice asks for stays the same.
 */
export async function recordDiscounted(
  { tx, org, now }: Context,
  original: InvoiceRow,
  { line, net, key }: { line: LeftOfLine; net: Decimal; key: string },
): Promise<void> {
  if (net.isZero() || !isRecorded(original)) return;
  const way = { way: 'SETTLEMENT', key, isDiscounted: true } as const;
  await insertGiveBacks(tx, org, [rowOf({ original, now }, { ...lineRefOf(line), net }, way)]);
}

/**
 * Lines of other invoices are given back only by credit notes, refunds and voids, which account for each
 * other.
 */
function isRecorded({ invoiceType }: Pick<StoredInvoice, 'invoiceType'>): boolean {
  return invoiceType === 'STANDARD_ADVANCED' || invoiceType === 'ADHOC_ADVANCED';
}

/**
 * Inserts a row for each line that gave something back, and one for the invoice: its tax and amounts without
 * a line.
 */
async function insertRows(
  { tx, org, now }: Context,
  original: InvoiceRow,
  given: {
    lines: readonly { line: LeftOfLine; net: Decimal }[];
    tax: { charged: Decimal; net: Decimal };
    way: Method;
  },
): Promise<void> {
  const { tax } = given;
  const { money = ZERO, correction = null, ...way } = given.way;
  const moved = given.lines.filter(({ net }) => !net.isZero());
  if (moved.length === 0 && tax.net.isZero()) return;
  const base = { original, now };
  await insertGiveBacks(tx, org, [
    ...moved.map(({ line, net }) => rowOf(base, { ...lineRefOf(line), net }, way)),
    rowOf(base, { of: 'INVOICE', lineId: '', nth: 0, ...tax }, { ...way, money, correction }),
  ]);
}

function lineRefOf({ of, id: lineId, nth, charged }: LeftOfLine) {
  return { of, lineId, nth, charged };
}

function rowOf(
  { original: { id: invoiceId, accountId }, now: createdAt }: { original: InvoiceRow; now: Temporal.Instant },
  line: Pick<GiveBack, 'of' | 'lineId' | 'nth' | 'charged' | 'net'>,
  way: Method & Partial<Pick<GiveBack, 'isDiscounted'>>,
): GiveBack {
  const nothing = { key: null, noteId: null, money: ZERO, correction: null, isDiscounted: false };
  return { accountId, invoiceId, ...line, ...nothing, ...way, createdAt };
}

function taxOf(inputs: InvoiceInputs): Decimal {
  const lines = linesOf(computeInvoice(inputs).revenueInfo, 'TOTAL_TAX_AMOUNT');
  return lines.reduce((sum, { value }) => sum.plus(decimal(value)), ZERO);
}

function withoutCorrections({ corrections: _, ...inputs }: InvoiceInputs): InvoiceInputs {
  return inputs;
}
