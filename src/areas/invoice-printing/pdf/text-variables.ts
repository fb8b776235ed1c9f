import type { TaxId } from '#areas/customers/index.ts';
import type {
  Layout,
  LineVariables,
  PartyVariables,
  TaxIdVariables,
  Variables,
} from '#areas/invoice-templates/index.ts';
import { decimalText } from '#core/decimal.ts';
import type { InvoiceDocument } from '#core/invoice/index.ts';
import type { StoredInputs } from '#core/invoice/stored-inputs.ts';
import { localDate } from '#core/period-zone.ts';
import type { Address } from '#platform/http/schemas.ts';
import { amountText, dateText } from './formats.ts';
import { readOwed } from './owed.ts';
import type { PdfLayout } from './pdf-layout.ts';
import { countryName } from './print-address.ts';
import { isCreditNote, type PrintableRow, sumOf } from './printed-invoice.ts';
import { printLines } from './printed-lines.ts';

const MAX_LINES = 100;

/** Returns the variables of a template for an invoice; depends only on the row and the layout. */
export function textVariables(row: PrintableRow, pdf: PdfLayout): Variables {
  const { details, accountId, customerId, groupId } = row;
  const { customer, account, invoiceGroup, organization, billing } = details;
  const { layout } = pdf;
  return {
    invoice: invoiceVariables(row, pdf),
    customer: party(layout, customerId, customer && { ...customer, email: customer.primaryEmail }),
    account: {
      ...party(layout, accountId, account && { ...account, email: account.primaryEmail }),
      currency: account?.invoiceCurrency ?? '',
    },
    group: party(layout, groupId, invoiceGroup),
    organization: {
      ...party(
        layout,
        null,
        organization && {
          ...organization,
          name: organization.businessName,
          email: organization.primaryEmail,
        },
      ),
      metadata: organization?.metadata ?? {},
    },
    billing: {
      id: billing?.id ?? '',
      taxIds: billing?.taxIds ?? [],
      bankDetails: billing?.bankDetails ?? [],
      paymentInstructions: billing?.paymentInstructions ?? '',
    },
    buyer: { taxIds: details.buyerTaxIds?.map(taxIdVariables) ?? [] },
    plan: { id: row.planId ?? '', name: details.pricePlanName ?? '' },
    settings: pdf.settings,
  };
}

function invoiceVariables(row: PrintableRow, pdf: PdfLayout): Variables['invoice'] {
  const { timeZone } = JSON.parse(row.inputs) as StoredInputs;
  const document = JSON.parse(row.document) as InvoiceDocument;
  const { layout } = pdf;
  const amount = (value: string | null) => amountText(value ?? '0', row.currency, layout);
  const sum = (type: Parameters<typeof sumOf>[1]) => amount(sumOf(document.revenueInfo, type));
  const day = (instant: Temporal.Instant) => localDate(instant, timeZone);
  const owed = readOwed(row, document);
  const due = owed.total.gt(0) ? row.dueDate && day(row.dueDate) : null;
  const total = amount(document.totalAmount);
  const [paidAmount, openAmount] = [owed.paid, owed.open].map((each) => amount(decimalText(each))) as [
    string,
    string,
  ];
  return {
    id: row.id,
    paymentLink: pdf.paymentLink ?? '',
    number: row.sequenceId ?? '',
    currency: row.currency,
    total: `${row.currency} ${total}`,
    totalAmount: total,
    ...{ paid: `${row.currency} ${paidAmount}`, paidAmount },
    ...{ open: `${row.currency} ${openAmount}`, openAmount },
    subtotal: sum('GROSS_AMOUNT'),
    credits: sum('TOTAL_CREDITS'),
    charges: sum('TOTAL_MISCELLANEOUS_CHARGES'),
    taxes: sum('TOTAL_TAX_AMOUNT'),
    date: dateText(day(row.invoiceDate), layout),
    dueDate: due ? dateText(due, layout) : '',
    periodStart: dateText(day(row.startAt), layout),
    periodEnd: dateText(day(row.endAt.subtract({ nanoseconds: 1 })), layout),
    dateIso: day(row.invoiceDate).toString(),
    dueDateIso: due?.toString() ?? '',
    isDraft: row.finalizingStatus !== 'FINALIZED',
    isCreditNote: isCreditNote(row, document),
    netTermDays: row.netTermDays,
    lines: lineVariables(document, row.currency, pdf),
  };
}

function lineVariables(document: InvoiceDocument, currency: string, pdf: PdfLayout): LineVariables[] {
  const { layout: style, hidesZeroLines } = pdf;
  return printLines(document.revenueInfo, { currency, style, hidesZeroLines })
    .filter(({ kind }) => kind === 'LINE')
    .slice(0, MAX_LINES)
    .map(({ description, quantity, price, amount }) => ({ description, quantity, price, amount }));
}

function taxIdVariables({ type, value, country = '' }: TaxId): TaxIdVariables {
  return { type, value, country };
}

function party(
  { language }: Layout,
  id: string | null,
  known: { name: string; email?: string | undefined; address?: Address | undefined } | null | undefined,
): PartyVariables {
  const { line1, line2, postalCode, city, state, country, phoneNumber } = known?.address ?? {};
  const text = (value: string | undefined) => value ?? '';
  return {
    id: text(id ?? ''),
    name: text(known?.name),
    email: text(known?.email),
    address: {
      line1: text(line1),
      line2: text(line2),
      postalCode: text(postalCode),
      city: text(city),
      state: text(state),
      country: text(country),
      countryName: countryName(text(country), language),
      phoneNumber: text(phoneNumber),
    },
  };
}
