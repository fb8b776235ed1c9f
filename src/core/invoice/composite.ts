import { type AdjustmentInputs, computeAdjustment } from './adjustment.ts';
import { sumLine } from './amount-tree.ts';
import { computeCharges } from './charge-lines.ts';
import type { InvoiceDocument, LineItem, LineType } from './document.ts';
import { computeInvoice } from './index.ts';
import type { ChargeInput, InvoiceInputs, TaxInput } from './inputs.ts';
import { linesOf } from './lines-of.ts';
import { computeTaxes } from './tax-lines.ts';

/**
 * Everything the invoice of a group for one day is computed from: the inputs of the invoices that were merged
 * into it, and its own charges.
 */
export interface CompositeInputs {
  /** As in `InvoiceInputs`. */
  engine: 1;
  currency: string;
  roundingMode: InvoiceInputs['roundingMode'];
  timeZone: string;
  group: { id: string; name: string };
  /** The local day on which the members fell due, and the day after it. */
  cycle: { start: string; end: string };
  /** In the order in which their lines appear. */
  members: CompositeMember[];
  /** Charges of the group itself; absent when there is none. */
  charges?: ChargeInput[];
  /** Taxes on them. */
  taxes?: TaxInput[];
}

export interface CompositeMember {
  invoiceId: string;
  accountId: string;
  accountName: string;
  inputs: InvoiceInputs | AdjustmentInputs;
}

/** An invoice and what it was computed to. */
interface MemberDocument extends Omit<CompositeMember, 'inputs'> {
  document: InvoiceDocument;
}

/**
 * The document of a group from its stored inputs, and from nothing else: one total for each member, named
 * after its account, with everything that the member's own document says below it.
 */
export function computeComposite(inputs: CompositeInputs): InvoiceDocument {
  return composeDocuments(
    inputs,
    inputs.members.map((member) => computeMember(inputs, member)),
  );
}

/** For whoever has something else to do between members. */
export function computeMember(
  { currency }: CompositeInputs,
  { inputs: own, ...member }: CompositeMember,
): MemberDocument {
  if (own.currency !== currency) throw new RangeError(`${member.invoiceId} is in ${own.currency}`);
  return { ...member, document: 'before' in own ? computeAdjustment(own) : computeInvoice(own) };
}

/** Of documents that stand already: what is computed is the charges of the group, taxes on them, and sums. */
export function composeDocuments(
  inputs: CompositeInputs,
  members: readonly MemberDocument[],
): InvoiceDocument {
  const { engine, currency } = inputs;
  if (engine !== 1) throw new RangeError(`no engine ${String(engine)}`);
  const documents = members.map(({ document }) => document);
  const usageInfo = members.flatMap(memberUsage);
  const charges = computeCharges(inputs, {
    gross: sumOfAll('GROSS_AMOUNT', documents, currency),
    net: sumOfAll('NET_AMOUNT', documents, currency),
    usageInfo,
  });
  const taxes = computeTaxes(inputs, charges.line ? [charges.line] : []);
  const below = [charges.line, taxes.line].filter((line) => line !== null);
  const own =
    below.length > 0 ? [sumLine('TOTAL_AMOUNT', 'Charges of the group', { currency, lines: below })] : [];
  const lines = [...members.flatMap(memberTotals), ...own];
  const revenueInfo = sumLine('GRAND_TOTAL_AMOUNT', 'Grand total', { currency, lines });
  const ruleLogs = documents.flatMap(({ ruleLogs: logs = [] }) => logs);
  const creditUses = documents.flatMap(({ creditUses: uses = [] }) => uses);
  return {
    usageInfo,
    revenueInfo,
    totalAmount: revenueInfo.value,
    explanations: [
      ...documents.flatMap(({ explanations }) => explanations),
      ...charges.explanations,
      ...taxes.explanations,
    ],
    ...(ruleLogs.length > 0 ? { ruleLogs } : {}),
    ...(creditUses.length > 0 ? { creditUses } : {}),
    ...(charges.notices.length > 0 ? { notices: charges.notices } : {}),
  };
}

/** The totals below the grand total of a member: one, under the name of its account. */
function memberTotals({ invoiceId, accountId, accountName, document }: MemberDocument): LineItem[] {
  return document.revenueInfo.lineItems.map((total) => ({
    ...total,
    id: invoiceId,
    description: accountName,
    metadata: { ...total.metadata, accountId },
  }));
}

/** Two accounts may use one meter: the account tells their lines apart. */
function memberUsage({ accountId, document }: MemberDocument): LineItem[] {
  return document.usageInfo.map((line) => ({ ...line, metadata: { ...line.metadata, accountId } }));
}

/** What the logic of a charge reads of all members together. */
function sumOfAll(type: LineType, documents: readonly InvoiceDocument[], currency: string): LineItem {
  const lines = documents.flatMap(({ revenueInfo }) => linesOf(revenueInfo, type));
  return sumLine(type, '', { currency, lines });
}
