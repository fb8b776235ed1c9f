import type { InvoiceDetails } from '#areas/invoices/index.ts';
import { canonicalJson } from '#core/canonical-json.ts';
import { ZERO } from '#core/decimal.ts';
import { computeInvoice } from '#core/invoice/index.ts';
import type { PrintableRow } from '../pdf/printed-invoice.ts';
import { type Sample, type SampleTerms, sampleInputs } from './sample-inputs.ts';
import { type SampleBuyer, sampleBuyer } from './sample-parties.ts';

/** The organization as it prints its own invoices. */
export interface SampleSeller extends SampleTerms {
  netTermDays: number;
  parties: Pick<InvoiceDetails, 'organization' | 'billing'>;
}

/** An invoice of the last month that nobody owes: computed as real ones are, and never stored. */
export function sampleInvoice(sample: Sample, seller: SampleSeller): PrintableRow {
  const { timeZone, netTermDays, currency } = seller;
  const inputs = sampleInputs(sample, seller);
  const end = seller.start.add({ months: 1 });
  const buyer = sampleBuyer(sample);
  const isCredit = sample === 'CREDIT_NOTE';
  return {
    ...{ id: 'inv.sample', accountId: 'sample-account', customerId: 'sample-customer', groupId: null },
    ...{ planId: isCredit ? null : 'sample-plan', netTermDays, invoiceClass: 'INVOICE' },
    ...{ invoiceType: isCredit ? 'CUSTOM' : 'STANDARD', status: 'DUE', finalizingStatus: 'FINALIZED' },
    ...{ currency, sequenceId: `${end.toString().slice(0, 7)}-0001`, paidAmount: ZERO },
    startAt: beginOf(seller.start, timeZone),
    endAt: beginOf(end, timeZone),
    invoiceDate: beginOf(end, timeZone),
    // To the end of the last day.
    dueDate: beginOf(end.add({ days: netTermDays + 1 }), timeZone).subtract({ milliseconds: 1 }),
    inputs: canonicalJson(inputs),
    document: canonicalJson(computeInvoice(inputs)),
    details: {
      ...describeBuyer(buyer, currency),
      ...(!isCredit && { pricePlanName: 'Growth' }),
      ...seller.parties,
    },
  };
}

function describeBuyer(
  { name, email, address, taxIds }: SampleBuyer,
  invoiceCurrency: string,
): Pick<InvoiceDetails, 'customer' | 'account' | 'buyerTaxIds'> {
  return {
    customer: { name, primaryEmail: email, address },
    account: { name, invoiceCurrency, address, primaryEmail: email },
    buyerTaxIds: taxIds,
  };
}

function beginOf(day: Temporal.PlainDate, timeZone: string): Temporal.Instant {
  return day.toZonedDateTime(timeZone).toInstant();
}
