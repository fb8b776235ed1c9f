import './tables.ts';
import type { Area } from '#platform/http/area.ts';
import { invoiceAudits } from './audit/audits.ts';
import { BILL_INVOICE, billInvoice } from './bill-runs/bill-invoice.ts';
import { invoicesOfEntries } from './bill-runs/invoices-of-entries.ts';
import { billRunStarts } from './bill-runs/start-run.ts';
import { amountsOfCycles } from './late-usage/amounts-of-cycles.ts';
import { billsOfEvents } from './late-usage/bills-of-events.ts';
import { invoiceScheduledWork } from './lifecycle/scheduled-work.ts';
import { createBillRun } from './operations/create-bill-run.ts';
import { createCreditNote } from './operations/create-credit-note.ts';
import { createCustomInvoice } from './operations/create-custom-invoice.ts';
import { deleteInvoice } from './operations/delete-invoice.ts';
import { estimatePricingRules } from './operations/estimate-pricing-rules.ts';
import { explainInvoice } from './operations/explain-invoice.ts';
import { getAccountOverview } from './operations/get-account-overview.ts';
import { getInvoice } from './operations/get-invoice.ts';
import { getPaymentLink } from './operations/get-payment-link.ts';
import { getSetupChecklist } from './operations/get-setup-checklist.ts';
import { listBillRunInvoices } from './operations/list-bill-run-invoices.ts';
import { listInvoicePricingRulesLogs } from './operations/list-invoice-pricing-rules-logs.ts';
import { listInvoices } from './operations/list-invoices.ts';
import { listUpcomingMiscellaneousCharges } from './operations/list-upcoming-miscellaneous-charges.ts';
import { manageMiscellaneousCharges } from './operations/manage-miscellaneous-charges.ts';
import { manageUpcomingMiscellaneousCharges } from './operations/manage-upcoming-miscellaneous-charges.ts';
import { previewInvoiceNumber } from './operations/preview-invoice-number.ts';
import { previewPricingRules } from './operations/preview-pricing-rules.ts';
import { previewRefund } from './operations/preview-refund.ts';
import { previewSchedules } from './operations/preview-schedules.ts';
import { reissueInvoice } from './operations/reissue-invoice.ts';
import { updateInvoice } from './operations/update-invoice.ts';

export const invoices: Area = {
  name: 'invoices',
  title: 'Invoices',
  resources: { invoice: { get: getInvoice, without: ['pdfUrl'] } },
  operations: [
    listInvoices,
    listBillRunInvoices,
    createBillRun,
    getInvoice,
    createCustomInvoice,
    updateInvoice,
    deleteInvoice,
    createCreditNote,
    previewRefund,
    reissueInvoice,
    explainInvoice,
    listInvoicePricingRulesLogs,
    previewPricingRules,
    previewSchedules,
    estimatePricingRules,
    manageMiscellaneousCharges,
    manageUpcomingMiscellaneousCharges,
    listUpcomingMiscellaneousCharges,
    getAccountOverview,
    getPaymentLink,
    getSetupChecklist,
    previewInvoiceNumber,
  ],
  portHandlers: [billsOfEvents, amountsOfCycles, invoicesOfEntries, billRunStarts],
  audits: invoiceAudits,
  scheduledWork: [...invoiceScheduledWork, { kind: BILL_INVOICE, isParallel: true, run: billInvoice }],
};
