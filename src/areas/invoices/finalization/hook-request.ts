import { createHash } from 'node:crypto';
import type { HookKind } from '#areas/finalization-hooks/index.ts';
import { canonicalJson } from '#core/canonical-json.ts';
import { decimal, decimalText, ZERO } from '#core/decimal.ts';
import { type InvoiceDocument, type LineItem, type LineType, linesOf } from '#core/invoice/index.ts';
import type { InvoiceDetails } from '../schema.ts';
import type { StoredInvoice } from '../store/invoices.ts';

/** The invoice as it would be issued now. */
export interface Prospect {
  invoice: Pick<
    StoredInvoice,
    'id' | 'accountId' | 'groupId' | 'customerId' | 'invoiceType' | 'currency' | 'startAt' | 'endAt'
  >;
  document: InvoiceDocument;
  details: InvoiceDetails;
  netTermDays: number;
  /** Set for an adjustment or a credit note. */
  adjusts?: AdjustedDocument;
}

/** The issued document that another document charges a difference to, or credits in part. */
export interface AdjustedDocument {
  id: string;
  /** Null for a part of a group's invoice. */
  number: string | null;
  date: string;
  isCreditNote: boolean;
  reason?: string;
  /** The reference of its own registration. */
  reference?: string;
}

/** The request body of a hook about an invoice; amounts are texts. Equal invoices have equal requests. */
export type HookRequest = ReturnType<typeof buildHookRequest>;

/** Builds the request; omits the taxes if the hook computes them. */
export function buildHookRequest(kind: HookKind, prospect: Prospect) {
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

/** Returns the digest that identifies a request. */
export function digestOf(request: HookRequest): string {
  return createHash('sha256').update(canonicalJson(request)).digest('hex');
}

interface HookRequestLine {
  id: string;
  description: string;
  amount: string;
  quantity?: string;
}

/** Net amount: the sum of lines and credits; taxes apply to it and the charges. */
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

/** Lines that only sum the lines below them. */
const SUMS: ReadonlySet<LineType> = new Set([
  'GROSS_AMOUNT',
  'PRICE_PLAN_AMOUNT',
  'SUB_TOTAL_AMOUNT',
  'TOTAL_ADVANCED_FEES',
  'TOTAL_PURCHASE_AMOUNT',
  'TOTAL_PRICING_RULE_ADDITION_AMOUNT',
  'CUSTOM_TAG',
]);

/** Returns one line per billed item; tiers and days are below it. */
function billedLines(line: LineItem): LineItem[] {
  return SUMS.has(line.type) ? line.lineItems.flatMap(billedLines) : [line];
}

function toLine({ id, description, value, quantity }: LineItem): HookRequestLine {
  return { id: id ?? '', description, amount: value, ...(quantity !== undefined && { quantity }) };
}

function sumOf(lines: readonly LineItem[]): string {
  return decimalText(lines.reduce((sum, { value }) => sum.plus(decimal(value)), ZERO));
}
