import type { Customer } from '../../../api/generated/types.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Address } from '../../../parts/address.tsx';
import { taxIdText } from '../../../parts/tax-id.ts';
import { Instant } from '../../../ui/instant.tsx';
import { Facts } from '../../../ui/page.tsx';

/** What stands above the tabs of a customer. */
export function CustomerFacts({ customer }: { customer: Customer }) {
  const t = useMessages('customers');
  return (
    <Facts
      facts={[
        { label: t('email'), value: <bdi>{customer.primaryEmail}</bdi> },
        { label: t('address'), value: <Address address={customer.address} /> },
        { label: t('taxIds'), value: <bdi>{customer.taxIds?.map(taxIdText).join(', ') || '—'}</bdi> },
        { label: t('createdAt'), value: <Instant at={customer.createdAt} /> },
      ]}
    />
  );
}
