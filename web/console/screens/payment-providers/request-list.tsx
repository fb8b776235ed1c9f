import { getRouteApi } from '@tanstack/react-router';
import { listPaymentRequests } from '../../../api/generated/payment-requests.ts';
import type { PaymentRequest } from '../../../api/generated/types.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { ListPage } from '../../../parts/list-page.tsx';
import { useFilters } from '../../../parts/use-filters.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ChoiceFilter, SearchField } from '../../../ui/filters.tsx';
import { requestStatus } from './provider-view.ts';
import { requestColumns, useRequestLink } from './request-columns.ts';
import { RetryRequests } from './retry-requests.tsx';

const route = getRouteApi('/payment-requests');

/** What was requested from all providers, and what became of it. */
export function RequestList() {
  const t = useMessages('paymentProviders');
  const [search, change] = useFilters(route);
  const link = useRequestLink();
  return (
    <ListPage
      title={t('requests')}
      operation={listPaymentRequests}
      input={search}
      columns={requestColumns}
      idOf={({ id }: PaymentRequest) => id}
      link={link}
      say={t as (key: string) => string}
      above={<p className="max-w-[72ch] text-muted">{t('requestsIntro')}</p>}
      bulk={(rows, done) => <RetryRequests rows={rows} onDone={done} />}
      filters={
        <>
          <SearchField
            label={t('account')}
            value={search.account_id ?? ''}
            onChange={(account_id) => change({ account_id })}
          />
          <ChoiceFilter
            label={t('status')}
            value={search.status ?? ''}
            onChange={(state) => change({ status: state })}
            options={requestStatus.options(t)}
          />
        </>
      }
      empty={<EmptyState text={t(Object.values(search).some(Boolean) ? 'noMatch' : 'noRequests')} />}
    />
  );
}
