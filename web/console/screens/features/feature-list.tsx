import { getRouteApi } from '@tanstack/react-router';
import { createFeature, listFeatures } from '../../../api/generated/features.ts';
import type { ListFeaturesResponse } from '../../../api/generated/types.ts';
import { formatCount } from '../../../format/money.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Allowed } from '../../../parts/allowed.tsx';
import { ListPage } from '../../../parts/list-page.tsx';
import { useFilters } from '../../../parts/use-filters.ts';
import { recordPath, useRecordLink } from '../../../parts/use-record-link.ts';
import { type Column, identifier, text, time } from '../../../ui/data-table/columns.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { SearchField } from '../../../ui/filters.tsx';
import { NewFeature } from './new-feature.tsx';

type Row = ListFeaturesResponse['data'][number];

const columns: readonly Column<Row>[] = [
  text('name', ({ name }) => name, { place: 'title', sort: 'name' }),
  text('billableName', ({ displayName }) => displayName),
  text('schemas', ({ schemaCount }) => formatCount(schemaCount)),
  time('createdAt', ({ createdAt }) => createdAt, { sort: 'created_at' }),
  identifier('id', ({ id }) => id),
];

const route = getRouteApi('/features');

/** What accounts can be entitled to. */
export function FeatureList() {
  const t = useMessages('features');
  const [search, change] = useFilters(route);
  const link = useRecordLink(pathOf);
  return (
    <ListPage
      title={t('title')}
      operation={listFeatures}
      input={search}
      columns={columns}
      idOf={({ id }) => id}
      link={link}
      say={t as (key: string) => string}
      sort={{ by: search._sort ?? 'name:ASC', onSort: (_sort) => change({ _sort }) }}
      filters={<SearchField value={search._search ?? ''} onChange={(_search) => change({ _search })} />}
      actions={
        <Allowed operation={createFeature}>
          <NewFeature />
        </Allowed>
      }
      empty={<EmptyState text={t('empty')} />}
    />
  );
}

function pathOf({ id }: Row): string {
  return recordPath('features', id);
}
