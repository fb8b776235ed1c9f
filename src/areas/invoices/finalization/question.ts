import { createHash } from 'node:crypto';
import type { HookKind } from '#areas/finalization-hooks/index.ts';
import { canonicalJson } from '#core/canonical-json.ts';
import { decimal, decimalText, ZERO } from '#core/decimal.ts';
import { type InvoiceDocument, type LineItem, type LineType, linesOf } from '#core/invoice/index.ts';
import type { InvoiceDetails } from '../schema.ts';
import type { StoredInvoice } from '../store/invoices.ts';

/** What an invoice would be if it were issued now. */
export interface Prospect {
  invoice: Pick<
    StoredInvoice,
    'id' | 'accountId' | 'groupId' | 'customerId' | 'invoiceType' | 'currency' | 'startAt' | 'endAt'
  >;
  document: InvoiceDocument;
  details: InvoiceDetails;
  netTermDays: number;
  /** Of an adjustment or a credit note. */
  adjusts?: AdjustedDocument;
}

/** The issued document that another one charges a difference to, or gives back a part of. */
export interface AdjustedDocument {
  id: string;
  /** Null of one that is part of a group's. */
  number: string | null;
  date: string;
  isCreditNote: boolean;
  reason?: string;
  /** Under which it is registered itself. */
  reference?: string;
}

/** What a hook is asked about an invoice; amounts are texts. Equal invoices have equal questions. */
export type Question = ReturnType<typeof questionOf>;

/** Without the taxes where these are what is asked for. */
export function questionOf(kind: HookKind, prospect: Prospect) {
  const { invoice, document, details, netTermDays, adjusts } = prospect;
  const { organization: seller, billing, customer, account, invoiceGroup: group, pricePlanName } = details;
  const { buyerTaxIds: taxIds } = details;
  const root = document.revenueInfo;
  const below = amountsBelow(root);
  return {
    invoice: {
      ...{ id: invoice.id, type: invoice.invoiceType, currency: invoice.currency },
      ...{ startDate: invoice.startAt.toString(), endDate: invoice.endAt.toString() },
      ...(pricePlanName !== undefined && { pricePlanName }),
      ...(adjusts && { adjusts }),
      ...below,
      ...(kind === 'E_INVOICE' && {
        taxes: linesOf(root, 'TAX_AMOUNT').map(({ id = '', value, metadata }) => ({
          ...{ name: id, amount: value, rate: metadata?.rate ?? '0', taxable: metadata?.taxable ?? '0' },
        })),
        ...{ totalAmount: document.totalAmount, netTermDays },
      }),
    },
    payer: {
      ...{ accountId: invoice.accountId, customerId: invoice.customerId, groupId: invoice.groupId },
      ...(customer && { customer }),
      ...(account && { account }),
      ...(group && { group }),
      ...(taxIds && { taxIds }),
    },
    ...(seller && {
      seller: {
        ...{ name: seller.businessName, address: seller.address },
        ...(billing && { taxIds: billing.taxIds }),
      },
    }),
  };
}

/** Tells questions apart. */
export function digestOf(question: Question): string {
  return createHash('sha256').update(canonicalJson(question)).digest('hex');
}

interface QuestionLine {
  id: string;
  description: string;
  amount: string;
  quantity?: string;
}

/** The sum of lines and credits is the net amount; that and the charges are what taxes are on. */
function amountsBelow(root: LineItem) {
  const net = linesOf(root, 'NET_AMOUNT');
  const charges = linesOf(root, 'TOTAL_MISCELLANEOUS_CHARGES').flatMap(({ lineItems }) => lineItems);
  return {
    lines: linesOf(root, 'GROSS_AMOUNT').flatMap(billedLines).map(toLine),
    credits: linesOf(root, 'TOTAL_CREDITS').flatMap(({ lineItems }) => lineItems.map(toLine)),
    netAmount: sumOf(net),
    charges: charges.map(toLine),
    taxableAmount: sumOf([...net, ...charges]),
  };
}

/** Lines that only add up what is below them. */
const SUMS: ReadonlySet<LineType> = new Set([
  'GROSS_AMOUNT',
  'PRICE_PLAN_AMOUNT',
  'SUB_TOTAL_AMOUNT',
  'TOTAL_ADVANCED_FEES',
  'TOTAL_PURCHASE_AMOUNT',
  'TOTAL_PRICING_RULE_ADDITION_AMOUNT',
  'CUSTOM_TAG',
]);

/** One for each thing that is billed: slabs and days are below it. */
function billedLines(line: LineItem): LineItem[] {
  return SUMS.has(line.type) ? line.lineItems.flatMap(billedLines) : [line];
}

function toLine({ id, description, value, quantity }: LineItem): QuestionLine {
  return { id: id ?? '', description, amount: value, ...(quantity !== undefined && { quantity }) };
}

function sumOf(lines: readonly LineItem[]): string {
  return decimalText(lines.reduce((sum, { value }) => sum.plus(decimal(value)), ZERO));
}
