import type { InvoiceTemplateContent } from '../../../api/generated/types.ts';

export type LabelName = keyof NonNullable<InvoiceTemplateContent['labels']>;

/** Every label of a printed invoice; another one of the service does not compile. */
const LABELS: Readonly<Record<LabelName, true>> = {
  ...{ invoice: true, order: true, statement: true, creditNote: true, billedTo: true, vatId: true },
  ...{ taxId: true, number: true, notIssued: true, date: true, due: true, adjusts: true, period: true },
  ...{ plan: true, account: true, customer: true, group: true, currency: true, description: true },
  ...{ quantity: true, price: true, amount: true, noCharges: true, subtotal: true, credits: true },
  ...{ charges: true, taxes: true, total: true, totalDue: true, totalPaid: true, paid: true },
  ...{ amountDue: true, totalSoFar: true, payableBy: true, corrected: true, countedAdvance: true },
  ...{ tierUpTo: true, tierBetween: true, tierOver: true, tierAll: true, flat: true, perPackage: true },
  ...{ daysOf: true, bankDetails: true, howToPay: true, payOnline: true, page: true },
};
export const LABEL_NAMES = Object.keys(LABELS) as LabelName[];
