import { getRouteApi } from '@tanstack/react-router';
import { archiveAddOn, createAddOn, listAddOns } from '../../../api/generated/add-ons.ts';
import type { AddOn } from '../../../api/generated/types.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Allowed } from '../../../parts/allowed.tsx';
import { BulkConfirm } from '../../../parts/bulk-button.tsx';
import { ListPage } from '../../../parts/list-page.tsx';
import { useFilters } from '../../../parts/use-filters.ts';
import { recordPath, useRecordLink } from '../../../parts/use-record-link.ts';
import { type Column, identifier, status, text, time } from '../../../ui/data-table/columns.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ChoiceFilter, SearchField } from '../../../ui/filters.tsx';
import { ADD_ON_TYPES, addOnStatus } from './add-on-form.ts';
import { NewAddOn } from './new-add-on.tsx';

const columns: readonly Column<AddOn>[] = [
  text('name', ({ name }) => name, { place: 'title', sort: 'name' }),
  status('type', ({ type }) => ({ tone: 'info', word: `type.${type}` })),
  status('status', ({ status: state }) => addOnStatus.look(state)),
  text('billableName', ({ displayName }) => displayName),
  time('createdAt', ({ createdAt }) => createdAt, { sort: 'created_at' }),
  identifier('id', ({ id }) => id),
];

const route = getRouteApi('/addons');

/** What fees, seats and credits are called on invoices. */
export function AddOnList() {
  const t = useMessages('addons');
  const [search, change] = useFilters(route);
  const link = useRecordLink(pathOf);
  const create = (
    <Allowed operation={createAddOn}>
      <NewAddOn />
    </Allowed>
  );
  return (
    <ListPage
      title={t('title')}
      operation={listAddOns}
      input={search}
      columns={columns}
      idOf={({ id }) => id}
      link={link}
      say={t as (key: string) => string}
      sort={{ by: search._sort ?? 'name:ASC', onSort: (_sort) => change({ _sort }) }}
      filters={
        <>
          <SearchField value={search._search ?? ''} onChange={(_search) => change({ _search })} />
          <ChoiceFilter
            label={t('type')}
            value={search.type ?? ''}
            onChange={(type) => change({ type })}
            options={ADD_ON_TYPES.map((value) => ({ value, text: t(`type.${value}`) }))}
          />
          <ChoiceFilter
            label={t('status')}
            value={search.status ?? ''}
            onChange={(state) => change({ status: state })}
            options={addOnStatus.options(t)}
          />
        </>
      }
      bulk={(rows, onDone) => (
        <BulkConfirm
          operation={archiveAddOn}
          inputOf={({ id }) => ({ addon_id: id })}
          rows={rows}
          onDone={onDone}
          kind="danger"
          label={t('archive')}
          title={t('archive')}
        >
          <p>{t.count('archiveText', rows.length)}</p>
        </BulkConfirm>
      )}
      actions={create}
      empty={<EmptyState text={t('empty')} />}
    />
  );
}

function pathOf({ id }: AddOn): string {
  return recordPath('addons', id);
}
