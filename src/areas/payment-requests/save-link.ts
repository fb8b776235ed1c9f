import { storeSetting } from '#areas/settings/index.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';

type Context = Pick<ScheduledWorkContext, 'tx' | 'org' | 'now'>;

/** Stores the payment link of an invoice as its setting (`money-platform.md` 15.3). */
export function saveLink(
  { tx, org, now }: Context,
  { invoiceId: entityId, link: value }: { invoiceId: string; link: string },
): Promise<void> {
  const setting = { id: 'PAYMENT_LINK', namespace: 'INTEGRATION', name: 'Payment link' };
  return storeSetting(tx, org, {
    ...{ entityType: 'INVOICE', entityId, now },
    setting: { ...setting, value, dataType: 'STRING' },
  });
}

/** Stores the provider's id of a customer as a setting of the customer. */
export function saveCustomerId(
  { tx, org, now }: Context,
  { customerId: entityId, provider, value }: { customerId: string; provider: string; value: string },
): Promise<void> {
  const id = customerSetting(provider);
  return storeSetting(tx, org, {
    ...{ entityType: 'CUSTOMER', entityId, now },
    setting: { id, namespace: 'INTEGRATION', name: `Customer at ${provider}`, value, dataType: 'STRING' },
  });
}

/** Returns an id such as `StripeCustomerId`; ids of settings permit no other characters. */
export function customerSetting(provider: string): string {
  return `${provider.replace(/[^A-Za-z0-9_-]/g, '').slice(0, 80)}CustomerId`;
}
