import type { DueWorkContext } from '#platform/jobs/due-work.ts';
import { observeDueInvoices, observeOverdueInvoices } from './observe/invoices.ts';
import { observeCreditBalance, observeEntitlement, observeRevenue, observeWallet } from './observe/money.ts';
import type { Sight } from './observe/observation.ts';
import { observeUnprocessedEvents, observeUsage } from './observe/usage.ts';
import type { AlertRow } from './store/alerts.ts';

/** Looks at what an alert watches, as it is now. */
export function observe(context: DueWorkContext, alert: AlertRow, timeZone: string): Promise<Sight> {
  switch (alert.templateId) {
    case 'USAGE_THRESHOLD':
      return observeUsage(context, alert, timeZone);
    case 'REVENUE_THRESHOLD':
      return observeRevenue(context, alert, timeZone);
    case 'CREDIT_BALANCE':
      return observeCreditBalance(context, alert);
    case 'ENTITLEMENT_BALANCE':
      return observeEntitlement(context, alert);
    case 'WALLET_BALANCE':
      return observeWallet(context, alert);
    case 'UNPROCESSED_EVENTS':
      return observeUnprocessedEvents(context, alert);
    case 'INVOICE_DUE':
      return observeDueInvoices(context, alert, timeZone);
    case 'INVOICE_OVERDUE':
      return observeOverdueInvoices(context, alert, timeZone);
    default:
      return alert.templateId satisfies never;
  }
}
