import type { Context } from '#platform/http/operation.ts';
import { concurrentChange } from '#platform/problem.ts';
import { chooseProvider } from './choose-provider.ts';
import type { Collected } from './collect-invoice.ts';
import { invoiceNotOwed, nobodyCollects, requestPending } from './problems.ts';
import { requestPayment } from './request-payment.ts';
import { owedOf } from './rules.ts';
import { updateRequest } from './store/requests.ts';

/**
 * Requests the outstanding amount of a locked invoice on demand: retries `before`, or else calls the payer's
 * current provider. Returns the id of the new request. Raises `nobodyCollects`, `invoiceNotOwed` or
 * `requestPending`.
 */
export async function requestNow(
  context: Pick<Context, 'tx' | 'org' | 'now'>,
  { invoice, account, newest }: Collected,
  before: Collected['newest'] = null,
): Promise<string> {
  const { tx, org, now } = context;
  if (!(await chooseProvider(context, invoice, { account, before }))) throw nobodyCollects();
  if (owedOf(invoice).isZero()) throw invoiceNotOwed({ id: invoice.id, status: invoice.status });
  if (newest?.status === 'PENDING') throw requestPending({ id: newest.id });
  // This attempt replaces the planned retry.
  if (newest?.retryAt) await updateRequest(tx, org, { id: newest.id, now, set: { retryAt: null } });
  const attempt = newest?.status === 'FAILED' ? newest.attempt + 1 : 1;
  const id = await requestPayment(context, invoice, { account, attempt, before });
  if (id === null) throw concurrentChange();
  return id;
}
