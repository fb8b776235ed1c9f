import { useQuery } from '@tanstack/react-query';
import {
  listUpcomingMiscellaneousCharges,
  manageUpcomingMiscellaneousCharges,
} from '../../../api/generated/invoices.ts';
import type { Account, MiscellaneousCharge } from '../../../api/generated/types.ts';
import { one } from '../../../api/queries.ts';
import { formatQuantity } from '../../../format/money.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Allowed } from '../../../parts/allowed.tsx';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { Money } from '../../../ui/money.tsx';
import { Section } from '../../../ui/page.tsx';
import { readsAsNumber } from './charge-form.ts';
import { EditCharges } from './edit-charges.tsx';

/** What is added once to the invoice of the next cycle, such as usage that came too late. */
export function UpcomingCharges({ account }: { account: Account }) {
  const t = useMessages('accounts');
  const query = useQuery(one(listUpcomingMiscellaneousCharges, { account_id: account.id }));
  const charges = query.data?.data;
  if (query.isPending) return null;
  return (
    <Section
      title={t('charges')}
      actions={
        charges &&
        account.status === 'ACTIVE' && (
          <Allowed operation={manageUpcomingMiscellaneousCharges}>
            {/* What is stored now begins another form. */}
            <EditCharges key={JSON.stringify(charges)} account={account} stored={charges} />
          </Allowed>
        )
      }
    >
      <p className="max-w-[72ch] text-muted">{t('chargesText')}</p>
      {query.isError && <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />}
      {charges?.length === 0 && <p>{t('noCharges')}</p>}
      {charges && charges.length > 0 && (
        <ul className="flex max-w-3xl flex-col">
          {charges.map((charge) => (
            <li key={charge.name} className="flex justify-between gap-3 border-b border-line py-2">
              <bdi className="min-w-0 break-words">{charge.name}</bdi>
              <Amount charge={charge} currency={account.invoiceCurrency} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function Amount({ charge, currency }: { charge: MiscellaneousCharge; currency: string }) {
  const { value, rate, quantity } = charge;
  if (value === undefined && rate !== undefined)
    return (
      <span className="whitespace-nowrap">
        {quantity !== undefined && `${formatQuantity(quantity)} × `}
        <Money amount={rate} currency={currency} />
      </span>
    );
  if (value !== undefined && readsAsNumber(value)) return <Money amount={value} currency={currency} />;
  return <bdi className="min-w-0 font-mono break-all">{value}</bdi>;
}
