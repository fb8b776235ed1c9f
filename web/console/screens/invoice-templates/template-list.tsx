import { getRouteApi, Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { createInvoiceTemplate, listInvoiceTemplates } from '../../../api/generated/invoice-templates.ts';
import type { InvoiceTemplate } from '../../../api/generated/types.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Allowed } from '../../../parts/allowed.tsx';
import { ListPage } from '../../../parts/list-page.tsx';
import { useFilters } from '../../../parts/use-filters.ts';
import { recordPath, useRecordLink } from '../../../parts/use-record-link.ts';
import { buttonClasses } from '../../../ui/button.tsx';
import { type Column, identifier, status, text, time } from '../../../ui/data-table/columns.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ChoiceFilter, SearchField } from '../../../ui/filters.tsx';
import { useDefaultTemplate } from './default-template.ts';
import { templateStatus } from './template-status.ts';

const route = getRouteApi('/settings/templates');

/** How invoices look, by account, group or for the whole organization. */
export function TemplateList() {
  const t = useMessages('invoiceTemplates');
  const [search, change] = useFilters(route);
  const link = useRecordLink(pathOf);
  const usual = useDefaultTemplate();
  const columns = useMemo(() => columnsOf(usual), [usual]);
  const create = (
    <Allowed operation={createInvoiceTemplate}>
      <Link to="/settings/templates/new" search={{}} className={buttonClasses('primary')}>
        {t('new')}
      </Link>
    </Allowed>
  );
  return (
    <ListPage
      title={t('title')}
      operation={listInvoiceTemplates}
      input={search}
      columns={columns}
      idOf={({ id }) => id}
      link={link}
      say={t as (key: string) => string}
      sort={{ by: search._sort ?? 'created_at:DESC', onSort: (_sort) => change({ _sort }) }}
      above={<p className="max-w-[72ch] text-muted">{t(usual === null ? 'introBuiltIn' : 'intro')}</p>}
      filters={
        <>
          <SearchField value={search._search ?? ''} onChange={(_search) => change({ _search })} />
          <ChoiceFilter
            label={t('status')}
            value={search.status ?? ''}
            options={templateStatus.options(t as (key: string) => string)}
            onChange={(value) => change({ status: value })}
          />
        </>
      }
      actions={create}
      empty={<EmptyState text={t('empty')} action={create} />}
    />
  );
}

function columnsOf(usual: string | null): readonly Column<InvoiceTemplate>[] {
  return [
    text('name', ({ name }) => name, { place: 'title' }),
    text('use', ({ id }, say) => (id === usual ? say('default') : '')),
    text('language', ({ content }, say) => say(`language.${content.language ?? 'en'}`)),
    status('status', (row) => templateStatus.look(row.status)),
    text('version', ({ version }) => String(version)),
    time('createdAt', ({ createdAt }) => createdAt, { place: 'none', sort: 'created_at' }),
    time('updatedAt', ({ updatedAt }) => updatedAt),
    identifier('id', ({ id }) => id),
  ];
}

function pathOf({ id }: InvoiceTemplate): string {
  return `/settings${recordPath('templates', id)}`;
}
