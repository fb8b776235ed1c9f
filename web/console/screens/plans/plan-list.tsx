import { getRouteApi, Link } from '@tanstack/react-router';
import { createPricePlanV2, listPricePlansV2 } from '../../../api/generated/price-plans.ts';
import type { PricePlanV2 } from '../../../api/generated/types.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Allowed } from '../../../parts/allowed.tsx';
import { ListPage } from '../../../parts/list-page.tsx';
import { useFilters } from '../../../parts/use-filters.ts';
import { recordPath, useRecordLink } from '../../../parts/use-record-link.ts';
import { buttonClasses } from '../../../ui/button.tsx';
import { type Column, identifier, status, text, time } from '../../../ui/data-table/columns.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ChoiceFilter, SearchField } from '../../../ui/filters.tsx';
import { planLook, planStatus } from './plan-view.ts';

const columns: readonly Column<PricePlanV2>[] = [
  text('name', ({ name }) => name, { place: 'title' }),
  status('status', planLook),
  status('type', ({ type }) => ({ tone: 'neutral', word: `type.${type}` })),
  text('version', ({ version }) => String(version)),
  status('cycle', ({ pricingCycleConfig }) => ({
    tone: 'neutral',
    word: `cycle.${pricingCycleConfig?.interval ?? 'NONE'}`,
  })),
  text('currencies', ({ supportedCurrencies }) => supportedCurrencies.join(', ')),
  time('updatedAt', ({ updatedAt }) => updatedAt, { sort: 'updated_at' }),
  identifier('id', ({ id }) => id, { isExtra: true }),
];

const route = getRouteApi('/plans');

export function PlanList() {
  const t = useMessages('plans');
  const [search, change] = useFilters(route);
  const link = useRecordLink(pathOf);
  const create = (
    <Allowed operation={createPricePlanV2}>
      <Link to="/plans/new" className={buttonClasses('primary')}>
        {t('newPlan')}
      </Link>
    </Allowed>
  );
  return (
    <ListPage
      title={t('title')}
      operation={listPricePlansV2}
      input={search}
      columns={columns}
      idOf={({ id }) => id}
      link={link}
      say={t}
      sort={{ by: search._sort ?? 'updated_at:DESC', onSort: (_sort) => change({ _sort }) }}
      filters={
        <>
          <SearchField value={search._search ?? ''} onChange={(_search) => change({ _search })} />
          <ChoiceFilter
            label={t('status')}
            value={search.status ?? ''}
            onChange={(status) => change({ status })}
            options={planStatus.options(t)}
          />
          <ChoiceFilter
            label={t('type')}
            value={search.type ?? ''}
            onChange={(type) => change({ type })}
            options={(['BILLING', 'PURCHASE'] as const).map((value) => ({ value, text: t(`type.${value}`) }))}
          />
        </>
      }
      actions={create}
      empty={<EmptyState text={t('empty')} action={create} />}
    />
  );
}

function pathOf({ id }: PricePlanV2): string {
  return recordPath('plans', id);
}
