import { findHold } from '#areas/wallets/index.ts';
import { ZERO } from '#core/decimal.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import type { StoredInvoice } from '../store/invoices.ts';
import { outstandingOf } from './allocate.ts';
import { invoiceNotPayable, paymentInvalid } from './problems.ts';
import type { Payable, RequestedRecord } from './split-payment.ts';

/** Raises `paymentInvalid` or `invoiceNotPayable` for a record without a target of its kind. */
export function checkPayable(
  records: readonly RequestedRecord[],
  invoices: ReadonlyMap<string, StoredInvoice>,
): void {
  for (const [index, { type, platformId }] of records.entries()) {
    const at = `lineItemRecords[${index}]`;
    if (type === 'INVOICE' && platformId === undefined)
      throw paymentInvalid({ at: `${at}.platformId`, rule: 'is required; send the id of the invoice' });
    if (type === 'CREDIT' && platformId !== undefined)
      throw paymentInvalid({
        at: `${at}.platformId`,
        rule: 'must be absent, because a payment creates a new credit',
      });
    const invoice = platformId === undefined ? undefined : invoices.get(platformId);
    if (!invoice || isPayable(invoice)) continue;
    const { id, status, mergedInto } = invoice;
    throw invoiceNotPayable({ at, id, status, mergedInto });
  }
}

/**
 * Returns the same records, but redirects those for invoices that no longer accept payments to the wallet.
 */
export function toWalletUnlessPayable(
  records: readonly RequestedRecord[],
  invoices: ReadonlyMap<string, StoredInvoice>,
): RequestedRecord[] {
  return records.map((record) => {
    const invoice = record.platformId === undefined ? undefined : invoices.get(record.platformId);
    if (record.type !== 'INVOICE' || (invoice && isPayable(invoice))) return record;
    return { type: 'WALLET_CREDIT', order: record.order };
  });
}

/** An order that was given up is final; a draft of a group has no wallet to hold money in. */
export function isPayable({ status, invoiceClass, accountId }: StoredInvoice): boolean {
  if (status === 'DUE' || status === 'PARTIALLY_PAID') return true;
  if (invoiceClass !== 'INVOICE') return false;
  return status === 'UN_COLLECTIBLE' || (status === 'DRAFT' && accountId !== null);
}

/** Returns the outstanding amount of each invoice; for a draft, its current total less the hold for it. */
export async function findPayables(
  { tx, org }: Pick<ScheduledWorkContext, 'tx' | 'org'>,
  invoices: ReadonlyMap<string, StoredInvoice>,
): Promise<Map<string, Payable>> {
  const payables = new Map<string, Payable>();
  for (const [id, invoice] of invoices) {
    const isDraft = invoice.status === 'DRAFT';
    const { accountId } = invoice;
    const hold = isDraft && accountId !== null && (await findHold(tx, org, { accountId, invoiceId: id }));
    const held = hold ? hold.requested : ZERO;
    payables.set(id, { outstanding: outstandingOf(invoice).minus(held), isDraft });
  }
  return payables;
}
