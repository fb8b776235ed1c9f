import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { editPricePlanRateCards } from '../../../api/generated/price-plans.ts';
import type { PricePlanV2, RateCard } from '../../../api/generated/types.ts';
import { listUsageMeters } from '../../../api/generated/usage-meters.ts';
import { all } from '../../../api/queries.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Allowed } from '../../../parts/allowed.tsx';
import { buttonClasses } from '../../../ui/button.tsx';
import { Price } from '../../../ui/money.tsx';
import { Section } from '../../../ui/page.tsx';
import { MatrixTable } from './matrix-table.tsx';
import { priceOf } from './plan-view.ts';
import { fieldsOfCards, matrixOf } from './price-matrix.ts';

interface MatrixViewProps {
  plan: PricePlanV2;
  cards: readonly RateCard[];
  currency: string;
  isEditable: boolean;
}

/** Nothing unless the meters of the plan filter a field by several values. */
export function MatrixView({ plan, cards, currency, isEditable }: MatrixViewProps) {
  const t = useMessages('priceMatrix');
  const { data: meters } = useQuery(all(listUsageMeters, { pageSize: 100 }));
  const [rowField, columnField = null] = meters ? fieldsOfCards(cards, meters.rows) : [];
  if (!meters || rowField === undefined) return null;
  return (
    <Section
      title={t('title')}
      actions={
        isEditable && (
          <Allowed operation={editPricePlanRateCards}>
            <Link to="/plans/$planId/matrix" params={{ planId: plan.id }} className={buttonClasses()}>
              {t('edit')}
            </Link>
          </Allowed>
        )
      }
    >
      <MatrixTable
        label={t('title')}
        matrix={matrixOf(cards, meters.rows, { rowField, columnField, currency })}
        cell={({ card, rate }) => {
          const price = priceOf(card, currency);
          if (rate === null || price.kind !== 'tiers')
            return <span className="text-muted">{t('tiers')}</span>;
          return <Price price={price.tiers[0]?.rate ?? '0'} currency={currency} />;
        }}
      />
    </Section>
  );
}
