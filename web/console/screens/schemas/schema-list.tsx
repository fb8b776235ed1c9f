import { getRouteApi, Link } from '@tanstack/react-router';
import { createEventSchema, listEventSchemas } from '../../../api/generated/event-schemas.ts';
import type { EventSchema } from '../../../api/generated/types.ts';
import { formatCount } from '../../../format/money.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Allowed } from '../../../parts/allowed.tsx';
import { catalogStatus } from '../../../parts/catalog-look.ts';
import { ListPage } from '../../../parts/list-page.tsx';
import { useFilters } from '../../../parts/use-filters.ts';
import { recordPath, useRecordLink } from '../../../parts/use-record-link.ts';
import { buttonClasses } from '../../../ui/button.tsx';
import { type Column, status, text, time } from '../../../ui/data-table/columns.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ChoiceFilter, SearchField } from '../../../ui/filters.tsx';

const columns: readonly Column<EventSchema>[] = [
  text('name', ({ name }) => name, { place: 'title' }),
  status('status', ({ status: state }) => catalogStatus.look(state)),
  text('version', ({ version }) => formatCount(version)),
  text('attributes', ({ attributes }) => attributes.map(({ name }) => name).join(', '), { place: 'none' }),
  text('dimensions', ({ dimensions }) => dimensions.map(({ name }) => name).join(', '), { place: 'none' }),
  time('updatedAt', ({ updatedAt }) => updatedAt),
];

const route = getRouteApi('/schemas');

export function SchemaList() {
  const t = useMessages('schemas');
  const [search, change] = useFilters(route);
  const link = useRecordLink(pathOf);
  const create = (
    <Allowed operation={createEventSchema}>
      <Link to="/schemas/new" className={buttonClasses('primary')}>
        {t('new')}
      </Link>
    </Allowed>
  );
  return (
    <ListPage
      title={t('title')}
      operation={listEventSchemas}
      input={search}
      columns={columns}
      idOf={({ name }) => name}
      link={link}
      say={t}
      filters={
        <>
          <SearchField value={search._search ?? ''} onChange={(_search) => change({ _search })} />
          <ChoiceFilter
            label={t('status')}
            value={search.status ?? ''}
            onChange={(status) => change({ status })}
            options={catalogStatus.options(t)}
          />
        </>
      }
      actions={create}
      empty={<EmptyState text={t('empty')} action={create} />}
    />
  );
}

function pathOf({ name }: EventSchema): string {
  return recordPath('schemas', name);
}
