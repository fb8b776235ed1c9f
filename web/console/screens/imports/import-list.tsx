import { getRouteApi, Link } from '@tanstack/react-router';
import { createUpload, listImports } from '../../../api/generated/imports.ts';
import type { Import } from '../../../api/generated/types.ts';
import { formatCount } from '../../../format/money.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Allowed } from '../../../parts/allowed.tsx';
import { ListPage } from '../../../parts/list-page.tsx';
import { useFilters } from '../../../parts/use-filters.ts';
import { recordPath, useRecordLink } from '../../../parts/use-record-link.ts';
import { buttonClasses } from '../../../ui/button.tsx';
import { type Column, identifier, status, text, time } from '../../../ui/data-table/columns.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ChoiceFilter } from '../../../ui/filters.tsx';
import { importStatus, importType } from './import-view.ts';

const count = (id: 'totalRows' | 'createdRows' | 'unchangedRows' | 'failedRows') =>
  text<Import>(id, (row) => (row[id] === undefined ? null : formatCount(row[id])), { isNumber: true });

const columns: readonly Column<Import>[] = [
  text('type', ({ type }, say) => say(importType.look(type).word), { place: 'title' }),
  text('kind', ({ dryRun }, say) => say(dryRun ? 'kind.CHECK' : 'kind.IMPORT')),
  status('status', ({ status: state }) => importStatus.look(state)),
  { ...count('totalRows'), place: 'none' },
  { ...count('createdRows'), place: 'none' },
  { ...count('unchangedRows'), place: 'none' },
  { ...count('failedRows'), place: 'none' },
  time('createdAt', ({ createdAt }) => createdAt),
  identifier('id', ({ id }) => id, { isExtra: true }),
];

const route = getRouteApi('/imports');

/** Files of customers, accounts, events and licenses, and what became of their rows. */
export function ImportList() {
  const t = useMessages('imports');
  const [search, change] = useFilters(route);
  const link = useRecordLink(pathOf);
  const create = (
    <Allowed operation={createUpload}>
      <Link to="/imports/new" search={{}} className={buttonClasses('primary')}>
        {t('new')}
      </Link>
    </Allowed>
  );
  return (
    <ListPage
      title={t('title')}
      operation={listImports}
      input={search}
      columns={columns}
      idOf={({ id }) => id}
      link={link}
      say={t as (key: string) => string}
      actions={create}
      filters={
        <>
          <ChoiceFilter
            label={t('type')}
            value={search.type ?? ''}
            onChange={(type) => change({ type })}
            options={importType.options(t)}
          />
          <ChoiceFilter
            label={t('status')}
            value={search.status ?? ''}
            onChange={(state) => change({ status: state })}
            options={importStatus.options(t)}
          />
        </>
      }
      empty={<EmptyState text={t(search.type || search.status ? 'noMatch' : 'empty')} action={create} />}
    />
  );
}

function pathOf({ id }: Import): string {
  return recordPath('imports', id);
}
