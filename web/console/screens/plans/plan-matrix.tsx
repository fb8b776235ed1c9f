import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { getPricePlanV2, listPricePlanRateCards } from '../../../api/generated/price-plans.ts';
import { listUsageMeters } from '../../../api/generated/usage-meters.ts';
import { all, one } from '../../../api/queries.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { SelectField } from '../../../ui/field.tsx';
import { Page } from '../../../ui/page.tsx';
import { MatrixEditor } from './matrix-editor.tsx';
import { fieldsOfCards, matrixOf } from './price-matrix.ts';

const route = getRouteApi('/plans/$planId/matrix');

/** The usage prices of a plan by the values that its meters filter, such as model and type of token. */
export function PlanMatrix() {
  const t = useMessages('priceMatrix');
  const { planId } = route.useParams();
  const { row, column, currency: wanted } = route.useSearch();
  const navigate = route.useNavigate();
  const { opened: plan, setPlan, cards, meters } = useMatrixData(planId);
  const fields = fieldsOfCards(cards.rows, meters.rows);
  const rowField = fields.find((each) => each === row) ?? fields[0];
  const columns = fields.filter((each) => each !== rowField);
  const columnField =
    column === 'none' ? null : (columns.find((each) => each === column) ?? columns[0] ?? null);
  const currency =
    plan.supportedCurrencies.find((each) => each === wanted) ?? plan.supportedCurrencies[0] ?? '';
  const choose = (change: { row?: string; column?: string; currency?: string }) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true });
  const option = (value: string) => ({ value, text: value });
  return (
    <Page
      above={
        <Link to="/plans/$planId" params={{ planId }}>
          <bdi>{plan.name}</bdi>
        </Link>
      }
      title={t('title')}
    >
      {rowField === undefined ? (
        <EmptyState text={t('noFields')} />
      ) : (
        <>
          <div className="grid max-w-3xl gap-3 sm:grid-cols-3">
            <SelectField
              label={t('rows')}
              value={rowField}
              onChange={({ target }) => choose({ row: target.value })}
              options={fields.map(option)}
            />
            <SelectField
              label={t('columns')}
              value={columnField ?? 'none'}
              onChange={({ target }) => choose({ column: target.value })}
              options={[...columns.map(option), { value: 'none', text: t('noColumns') }]}
            />
            <SelectField
              label={t('currency')}
              value={currency}
              onChange={({ target }) => choose({ currency: target.value })}
              options={plan.supportedCurrencies.map(option)}
            />
          </div>
          <MatrixEditor
            // Another table has other prices.
            key={`${rowField} ${columnField} ${currency} ${plan.updatedAt}`}
            plan={plan}
            matrix={matrixOf(cards.rows, meters.rows, { rowField, columnField, currency })}
            currency={currency}
            onTheirs={setPlan}
          />
        </>
      )}
    </Page>
  );
}

/** The plan stays as it was read, until somebody loads what is stored now. */
function useMatrixData(planId: string) {
  const input = { price_plan_id: planId };
  const { data: plan } = useSuspenseQuery(one(getPricePlanV2, input));
  const { data: cards } = useSuspenseQuery(all(listPricePlanRateCards, input));
  const { data: meters } = useSuspenseQuery(all(listUsageMeters, { pageSize: 100 }));
  const [opened, setPlan] = useState(plan);
  return { opened, setPlan, cards, meters };
}
