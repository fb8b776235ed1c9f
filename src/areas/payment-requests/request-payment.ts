import type { AccountRow } from '#areas/accounts/index.ts';
import { findCustomer } from '#areas/customers/index.ts';
import type { StoredInvoice } from '#areas/invoices/index.ts';
import { decimalText } from '#core/decimal.ts';
import { newId } from '#platform/ids.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import type { RequestContent } from '#platform/payment-provider/provider.ts';
import { chooseProvider } from './choose-provider.ts';
import { owedOf } from './rules.ts';
import { insertCall } from './store/calls.ts';
import { insertRequest, type RequestRow } from './store/requests.ts';

type Context = Pick<ScheduledWorkContext, 'tx' | 'org' | 'now'>;

/**
 * Requests the outstanding amount of a locked invoice, in the name of a locked account: stores the request
 * here, and calls the provider after the commit. `before`: the request that this one retries, or null.
 * Returns null if a request is already open, or if no provider collects.
 */
export async function requestPayment(
  context: Context,
  invoice: StoredInvoice,
  requested: { account: AccountRow; attempt: number; before: Pick<RequestRow, 'connectionId'> | null },
): Promise<string | null> {
  const { tx, org, now } = context;
  const { account, attempt } = requested;
  const connection = await chooseProvider(context, invoice, requested);
  if (!connection) return null;
  const { id: invoiceId, currency } = invoice;
  const amount = owedOf(invoice);
  const id = newId('preq', now);
  const isNew = await insertRequest(tx, {
    ...{ orgId: org.orgId, id, invoiceId, accountId: account.id, attempt },
    ...{ connectionId: connection.id, provider: connection.name, amount, currency, createdAt: now },
  });
  if (!isNew) return null;
  const content: RequestContent = {
    requestId: id,
    invoice: {
      id: invoiceId,
      number: invoice.sequenceId,
      dueDate: invoice.dueDate?.toString() ?? null,
    },
    customer: await describePayer(context, account),
    amount: decimalText(amount),
    currency,
  };
  const { id: connectionId } = connection;
  await insertCall(tx, org, { id, kind: 'REQUEST', targetId: id, connectionId, content });
  return id;
}

async function describePayer(
  { tx, org }: Context,
  { customerId, name: accountName, primaryEmail }: AccountRow,
): Promise<RequestContent['customer']> {
  const customer = await findCustomer(tx, org, customerId);
  return {
    id: customerId,
    name: customer?.name ?? accountName,
    email: primaryEmail ?? customer?.primaryEmail ?? '',
  };
}
