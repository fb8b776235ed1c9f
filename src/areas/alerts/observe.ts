import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { observeDueInvoices, observeOverdueInvoices } from './observe/invoices.ts';
import { findPeriod, listEndedPeriods } from './observe/measured-period.ts';
import { observeCreditBalance, observeEntitlement, observeRevenue, observeWallet } from './observe/money.ts';
import { observeNewValues } from './observe/new-values.ts';
import type { Sight } from './observe/observation.ts';
import { observeEvents, observeUsage } from './observe/usage.ts';
import type { AlertRow } from './store/alerts.ts';

const BY_PERIOD = { USAGE_THRESHOLD: observeUsage, REVENUE_THRESHOLD: observeRevenue };

/** Evaluates the condition of an alert now; sums over a period use the current one. */
export async function observe(
  context: ScheduledWorkContext,
  alert: AlertRow,
  timeZone: string,
): Promise<Sight> {
  const { tx, org, now } = context;
  switch (alert.templateId) {
    case 'USAGE_THRESHOLD':
    case 'REVENUE_THRESHOLD': {
      const period = await findPeriod(tx, org, { accountId: alert.accountId, at: now, timeZone });
      return BY_PERIOD[alert.templateId](context, alert, period);
    }
    case 'CREDIT_BALANCE':
      return observeCreditBalance(context, alert);
    case 'ENTITLEMENT_BALANCE':
      return observeEntitlement(context, alert);
    case 'WALLET_BALANCE':
      return observeWallet(context, alert);
    case 'UNMATCHED_EVENTS':
      return observeEvents(context, alert, 'UNMATCHED');
    case 'NEW_DIMENSION_VALUES':
      return observeNewValues(context, alert);
    case 'UNPROCESSED_EVENTS':
      return observeEvents(context, alert, 'UNPROCESSED');
    case 'INVOICE_DUE':
      return observeDueInvoices(context, alert, timeZone);
    case 'INVOICE_OVERDUE':
      return observeOverdueInvoices(context, alert, timeZone);
    default:
      return alert.templateId satisfies never;
  }
}

/**
 * Evaluates the condition at the end of each period that has ended since the last check, so that late values
 * of such a period do not count for a later one.
 */
export async function observeEnded(
  context: ScheduledWorkContext,
  alert: AlertRow,
  timeZone: string,
): Promise<Sight[]> {
  const { tx, org, now } = context;
  const { templateId, accountId, checkedAt } = alert;
  if (!checkedAt || (templateId !== 'USAGE_THRESHOLD' && templateId !== 'REVENUE_THRESHOLD')) return [];
  const ended = await listEndedPeriods(tx, org, { accountId, timeZone, from: checkedAt, until: now });
  return Promise.all(ended.map((period) => BY_PERIOD[templateId](context, alert, period)));
}
