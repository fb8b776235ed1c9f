import { getAccount } from '#areas/accounts/index.ts';
import { findCustomer } from '#areas/customers/index.ts';
import { getOrganization } from '#areas/organizations/index.ts';
import { findSellerEntity } from '#areas/seller-entities/index.ts';
import type { InvoiceInputs } from '#core/invoice/index.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { isOfAccount, type StoredInvoice } from '../store/invoices.ts';
import { readTaxes } from '../taxes/read-taxes.ts';
import { type ComputedInvoice, computeDocument } from './compute-document.ts';
import { lockPool } from './consume-credits.ts';
import { creditInputs } from './draft-credits.ts';
import { describeParties } from './read-facts.ts';

/**
 * Computes the document of a purchase or a settlement that was not issued at once. What was sold is stored
 * only in its inputs; credits, names and taxes are current.
 */
export async function computeSold(
  { tx, org }: ScheduledWorkContext,
  invoice: StoredInvoice,
): Promise<{ computed: ComputedInvoice; timeZone: string }> {
  if (!isOfAccount(invoice)) throw new Error(`group invoice ${invoice.id} cannot bill a purchase`);
  const { id, accountId, createdAt, startAt, netTermDays, details: before } = invoice;
  const { credits: _, taxes: __, ...sold } = JSON.parse(invoice.inputs) as InvoiceInputs;
  const { timeZone, cycle } = sold;
  const pool = await lockPool(tx, org, accountId, id);
  const [start, end] = [Temporal.PlainDate.from(cycle.start), Temporal.PlainDate.from(cycle.end)];
  // A purchase is dated by the first of its days, a settlement by its creation.
  const at = invoice.invoiceType === 'AD_HOC' ? startAt : createdAt;
  const days = { part: { start, end, startAt: at }, schedule: { timeZone } };
  const dated = { timing: 'IN_ADVANCE', invoiceDate: createdAt, createdAt } as const;
  const credits = pool ? creditInputs(pool, days, dated) : [];
  const [organization, account] = await Promise.all([
    getOrganization(tx, org),
    getAccount(tx, org, accountId),
  ]);
  const { customerId } = account;
  const customer = await findCustomer(tx, org, customerId);
  const billing = await findSellerEntity(tx, org, { accountId, customerId });
  const { pricePlanName: name } = before;
  const plan = name === undefined ? null : { name };
  const details = describeParties(organization, { account, customer, billing, plan });
  const taxes = await readTaxes(tx, org, { account, details });
  const inputs: InvoiceInputs = {
    ...sold,
    ...(credits.length > 0 ? { credits } : {}),
    ...(taxes.length > 0 ? { taxes } : {}),
  };
  return { computed: computeDocument(inputs, { details, netTermDays, problems: [] }), timeZone };
}
