import type { Context } from '#platform/http/operation.ts';
import { invalidRequest } from '#platform/problem.ts';
import { listPendingInvoices } from '../store/bill-runs.ts';
import { invoiceNotPending, noEligibleInvoices } from './problems.ts';
import type { CreateBillRunRequest } from './schema.ts';

/** Maximum entries of one bill run. */
const MAX_INVOICES = 10_000;

/**
 * Selects the invoices of a new bill run. Raises `noEligibleInvoices`, or `invoiceNotPending` for a
 * requested invoice that is not pending.
 */
export async function selectInvoices(
  { tx, org, now }: Pick<Context, 'tx' | 'org' | 'now'>,
  { invoiceIds, filters = {} }: CreateBillRunRequest,
): Promise<string[]> {
  const { startTime = -Infinity, endTime = Infinity } = filters;
  if (startTime > endTime)
    throw invalidRequest({ problems: ['filters.startTime: must not be after filters.endTime'] });
  const selection = { ...filters, invoiceIds };
  const found = await listPendingInvoices(tx, org, { selection, now, limit: MAX_INVOICES });
  const eligible = new Set(found);
  const missing = (invoiceIds ?? []).findIndex((id) => !eligible.has(id));
  if (missing >= 0) throw invoiceNotPending({ what: `invoiceIds[${missing}]` });
  if (found.length === 0) throw noEligibleInvoices();
  return found;
}
