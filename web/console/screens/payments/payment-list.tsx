import { getRouteApi, Link } from '@tanstack/react-router';
import { createPayment, listPayments } from '../../../api/generated/payments.ts';
import type { Payment } from '../../../api/generated/types.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Allowed } from '../../../parts/allowed.tsx';
import { ListPage } from '../../../parts/list-page.tsx';
import { RecordFilter } from '../../../parts/record-filter.tsx';
import { accounts } from '../../../parts/record-kinds.ts';
import { nameOf } from '../../../parts/record-names/name-column.ts';
import { useFilters } from '../../../parts/use-filters.ts';
import { recordPath, useRecordLink } from '../../../parts/use-record-link.ts';
import { buttonClasses } from '../../../ui/button.tsx';
import { type Column, identifier, money, status, text, time } from '../../../ui/data-table/columns.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { paymentStatus } from './payment-view.ts';

const columns: readonly Column<Payment>[] = [
  text('reference', ({ externalPaymentReferences }) => externalPaymentReferences.transactionNumber, {
    place: 'title',
  }),
  nameOf('account', { kind: 'accounts', read: ({ accountId }) => accountId }),
  status('status', ({ status: state = 'RECORDED' }) => paymentStatus.look(state)),
  money('amount', ({ totalAmount, currency }) => ({ amount: totalAmount, currency })),
  status(
    'method',
    ({ externalPaymentReferences }) => ({
      tone: 'neutral',
      word: `method.${externalPaymentReferences.sourceType}`,
    }),
    { place: 'none' },
  ),
  time('createdAt', ({ createdAt }) => createdAt, { sort: 'created_at' }),
  identifier('id', ({ id }) => id, { isExtra: true }),
];

const route = getRouteApi('/payments');

export function PaymentList() {
  const t = useMessages('payments');
  const [search, change] = useFilters(route);
  const link = useRecordLink(pathOf);
  return (
    <ListPage
      title={t('title')}
      actions={
        <Allowed operation={createPayment}>
          <Link to="/payments/new" className={buttonClasses('primary')}>
            {t('record')}
          </Link>
        </Allowed>
      }
      operation={listPayments}
      input={search}
      columns={columns}
      idOf={({ id }) => id}
      link={link}
      say={t}
      sort={{ by: search._sort ?? 'created_at:DESC', onSort: (_sort) => change({ _sort }) }}
      filters={
        <RecordFilter
          kind={accounts}
          label={t('account')}
          value={search.account_id ?? ''}
          onChange={(account_id) => change({ account_id })}
        />
      }
      empty={<EmptyState text={t('empty')} />}
    />
  );
}

function pathOf({ id }: Payment): string {
  return recordPath('payments', id);
}
