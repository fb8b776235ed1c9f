import { getRouteApi, Link } from '@tanstack/react-router';
import { listPricingRules, updatePricePlanPricingRules } from '../../../api/generated/price-plans.ts';
import type { PlanPricingRule } from '../../../api/generated/types.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Allowed } from '../../../parts/allowed.tsx';
import { ListPage } from '../../../parts/list-page.tsx';
import { useFilters } from '../../../parts/use-filters.ts';
import { recordPath, useRecordLink } from '../../../parts/use-record-link.ts';
import { buttonClasses } from '../../../ui/button.tsx';
import { type Column, identifier, status, text } from '../../../ui/data-table/columns.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ChoiceFilter, SearchField } from '../../../ui/filters.tsx';
import { ruleState } from './rule-view.ts';

const columns: readonly Column<PlanPricingRule>[] = [
  text('name', ({ name }) => name, { place: 'title', sort: 'name' }),
  status('state', ({ state }) => ruleState.look(state)),
  text('plan', ({ pricePlanName }) => pricePlanName, { sort: 'plan_name' }),
  text('planVersion', ({ planVersion }) => String(planVersion), { isNumber: true, place: 'none' }),
  text('order', ({ order }) => String(order), { isNumber: true, place: 'none' }),
  text('invoiced', ({ invoiceTiming }, say) => say(`timing.${invoiceTiming}`), { place: 'none' }),
  text('does', ({ action }, say) => (action.type === 'ADD' ? say('adds') : (action.target ?? null)), {
    isExtra: true,
  }),
  text('condition', ({ condition }) => condition, { isExtra: true }),
  text('computation', ({ computation }) => computation, { isExtra: true }),
  identifier('id', ({ id }) => id, { isExtra: true }),
];

const route = getRouteApi('/rules');

/** The pricing rules of all plans, as their drafts or active versions have them. */
export function RuleList() {
  const t = useMessages('rules');
  const [search, change] = useFilters(route);
  const link = useRecordLink(pathOf);
  const create = (
    <Allowed operation={updatePricePlanPricingRules}>
      <Link to="/rules/new" className={buttonClasses('primary')}>
        {t('new')}
      </Link>
    </Allowed>
  );
  return (
    <ListPage
      title={t('title')}
      operation={listPricingRules}
      input={search}
      columns={columns}
      idOf={({ id }) => id}
      link={link}
      say={t as (key: string) => string}
      sort={{ by: search._sort ?? '', onSort: (_sort) => change({ _sort }) }}
      filters={
        <>
          <SearchField value={search._search ?? ''} onChange={(_search) => change({ _search })} />
          <ChoiceFilter
            label={t('state')}
            value={search.state ?? ''}
            onChange={(state) => change({ state })}
            options={ruleState.options(t)}
          />
        </>
      }
      actions={create}
      empty={<EmptyState text={t('empty')} action={create} />}
    />
  );
}

/** A rule that a draft has removed is a rule of its active version only. */
function pathOf({ pricePlanId, id, state }: PlanPricingRule): string {
  return state === 'REMOVED' ? recordPath('rules', pricePlanId) : recordPath('rules', pricePlanId, id);
}
