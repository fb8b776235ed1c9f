import { getRouteApi, Link } from '@tanstack/react-router';
import { createSellerEntity, listSellerEntities } from '../../../api/generated/seller-entities.ts';
import type { SellerEntity } from '../../../api/generated/types.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Allowed } from '../../../parts/allowed.tsx';
import { ListPage } from '../../../parts/list-page.tsx';
import { useFilters } from '../../../parts/use-filters.ts';
import { recordPath, useRecordLink } from '../../../parts/use-record-link.ts';
import { buttonClasses } from '../../../ui/button.tsx';
import { type Column, identifier, text, time } from '../../../ui/data-table/columns.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { SearchField } from '../../../ui/filters.tsx';

const columns: readonly Column<SellerEntity>[] = [
  text('name', ({ name }) => name, { place: 'title' }),
  text('taxIds', ({ taxIds }) => taxIds.map(({ name, value }) => `${name} ${value}`).join(', ')),
  text('email', ({ email }) => email),
  time('updatedAt', ({ updatedAt }) => updatedAt, { place: 'none' }),
  identifier('id', ({ id }) => id),
];

const route = getRouteApi('/settings/sellers');

/** The companies in whose names invoices are issued. */
export function SellerList() {
  const t = useMessages('sellers');
  const [search, change] = useFilters(route);
  const link = useRecordLink(pathOf);
  const create = (
    <Allowed operation={createSellerEntity}>
      <Link to="/settings/sellers/new" className={buttonClasses('primary')}>
        {t('new')}
      </Link>
    </Allowed>
  );
  return (
    <ListPage
      title={t('title')}
      operation={listSellerEntities}
      input={search}
      columns={columns}
      idOf={({ id }) => id}
      link={link}
      say={t}
      above={<p className="max-w-[72ch] text-muted">{t('intro')}</p>}
      filters={<SearchField value={search._search ?? ''} onChange={(_search) => change({ _search })} />}
      actions={create}
      empty={<EmptyState text={t('empty')} action={create} />}
    />
  );
}

function pathOf({ id }: SellerEntity): string {
  return `/settings${recordPath('sellers', id)}`;
}
