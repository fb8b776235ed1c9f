import { Link } from '@tanstack/react-router';
import { createPaymentProvider, listPaymentProviders } from '../../../api/generated/payment-providers.ts';
import type { ApiOperation } from '../../../api/operation.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Allowed } from '../../../parts/allowed.tsx';
import { ListPage } from '../../../parts/list-page.tsx';
import { recordPath, useRecordLink } from '../../../parts/use-record-link.ts';
import { buttonClasses } from '../../../ui/button.tsx';
import { type Column, identifier, status, text, time } from '../../../ui/data-table/columns.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { countriesText, type Provider, providerUse, useOf } from './provider-view.ts';

/** A list without pages: there are at most 20. */
const providers = listPaymentProviders as ApiOperation<
  Record<never, never>,
  { data: Provider[]; nextToken?: null }
>;

const columns: readonly Column<Provider>[] = [
  text('name', ({ name, id }) => name ?? id, { place: 'title' }),
  text('kind', ({ kind }, say) => say(`kind.${kind}`)),
  status('use', (provider) => providerUse.look(useOf(provider))),
  text('countries', countriesText),
  text('url', ({ url }) => url, { place: 'none' }),
  time('updatedAt', ({ updatedAt }) => updatedAt, { place: 'none' }),
  identifier('id', ({ id }) => id, { isExtra: true }),
];

/** Who collects payments, and from whom. */
export function ProviderList() {
  const t = useMessages('paymentProviders');
  const link = useRecordLink(pathOf);
  const create = (
    <Allowed operation={createPaymentProvider}>
      <Link to="/settings/payment-providers/new" className={buttonClasses('primary')}>
        {t('new')}
      </Link>
    </Allowed>
  );
  return (
    <ListPage
      title={t('title')}
      operation={providers}
      input={{}}
      columns={columns}
      idOf={({ id }) => id}
      link={link}
      say={t as (key: string) => string}
      above={<p className="max-w-[72ch] text-muted">{t('intro')}</p>}
      actions={create}
      empty={<EmptyState text={t('empty')} action={create} />}
    />
  );
}

function pathOf({ id }: Provider): string {
  return `/settings${recordPath('payment-providers', id)}`;
}
