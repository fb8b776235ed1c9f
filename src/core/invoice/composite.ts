import { type AdjustmentInputs, computeAdjustment } from './adjustment.ts';
import { sumLine } from './amount-tree.ts';
import { computeCharges } from './charge-lines.ts';
import type { InvoiceDocument, LineItem, LineType } from './document.ts';
import { computeInvoice } from './index.ts';
import type { ChargeInput, InvoiceInputs, TaxInput } from './inputs.ts';
import { linesOf } from './lines-of.ts';
import { computeTaxes } from './tax-lines.ts';

/**
 * The inputs of a group's composite invoice for one day: the inputs of the merged invoices, and the group's
 * own charges.
 */
export interface CompositeInputs {
  /** As in `InvoiceInputs`. */
  engine: 1;
  currency: string;
  roundingMode: InvoiceInputs['roundingMode'];
  timeZone: string;
  group: { id: string; name: string };
  /** The local day on which the members were due, and the next day. */
  cycle: { start: string; end: string };
  /** In the order of their lines. */
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

/** An invoice and its computed document. */
interface MemberDocument extends Omit<CompositeMember, 'inputs'> {
  document: InvoiceDocument;
}

/**
 * The document of a group, computed from its stored inputs alone: one total per member, named after its
 * account, with the member's whole document below it.
 */
export function computeComposite(inputs: CompositeInputs): InvoiceDocument {
  return composeDocuments(
    inputs,
    inputs.members.map((member) => computeMember(inputs, member)),
  );
}

/** For callers that do other work between members. */
export function computeMember(
  { currency }: CompositeInputs,
  { inputs: own, ...member }: CompositeMember,
): MemberDocument {
  if (own.currency !== currency) throw new RangeError(`${member.invoiceId} is in ${own.currency}`);
  return { ...member, document: 'before' in own ? computeAdjustment(own) : computeInvoice(own) };
}

/** Composes existing documents: computes only the group's charges, the taxes on them, and the sums. */
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

/** A member's grand total has one child, named after its account. */
function memberTotals({ invoiceId, accountId, accountName, document }: MemberDocument): LineItem[] {
  return document.revenueInfo.lineItems.map((total) => ({
    ...total,
    id: invoiceId,
    description: accountName,
    metadata: { ...total.metadata, accountId },
  }));
}

/** Two accounts may use the same meter: the account distinguishes their lines. */
function memberUsage({ accountId, document }: MemberDocument): LineItem[] {
  return document.usageInfo.map((line) => ({ ...line, metadata: { ...line.metadata, accountId } }));
}

/** The sum over all members that a charge's logic may read. */
function sumOfAll(type: LineType, documents: readonly InvoiceDocument[], currency: string): LineItem {
  const lines = documents.flatMap(({ revenueInfo }) => linesOf(revenueInfo, type));
  return sumLine(type, '', { currency, lines });
}
