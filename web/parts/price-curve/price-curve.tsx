import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { calculatePriceCurve } from '../../api/generated/price-plans.ts';
import type { PriceCurveRequest } from '../../api/generated/request-types.ts';
import { one } from '../../api/queries.ts';
import { useMessages } from '../../messages/catalogs.ts';
import { Button } from '../../ui/button.tsx';
import { ProblemNotice } from '../problem-notice.tsx';
import { CurvePanel } from './curve-panel.tsx';
import { CurveTable } from './curve-table.tsx';
import { QuantityProbe } from './quantity-probe.tsx';

interface PriceCurveProps {
  /** The prices of one currency; null while they have errors. */
  prices: PriceCurveRequest | null;
  unit?: string | undefined;
}

/** What a quantity costs, in total and on average: as lines, as a table, and for one quantity. */
export function PriceCurve({ prices, unit }: PriceCurveProps) {
  const t = useMessages('priceCurve');
  if (!prices) return <p className="text-muted">{t('incomplete')}</p>;
  if (prices.ratePlan.slabs.some(({ priceType }) => priceType === 'DYNAMIC'))
    return <p className="text-muted">{t('dynamic')}</p>;
  return <Curve prices={prices} unit={unit} />;
}

function Curve({ prices, unit }: { prices: PriceCurveRequest; unit: string | undefined }) {
  const t = useMessages('priceCurve');
  const [isTable, setTable] = useState(false);
  const { data, error } = useQuery({
    ...one(calculatePriceCurve, { body: prices }),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  });
  const { currency } = prices.rateValue;
  const borders = prices.ratePlan.slabs.map(({ startAfter }) => startAfter.rawJSON);
  if (error) return <ProblemNotice error={error} />;
  const points = data?.points ?? [];
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <div className="flex items-center justify-between gap-2">
        <h2 className="text-body font-semibold">{t('title')}</h2>
        <Button kind="quiet" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
          {isTable ? t('asChart') : t('asTable')}
        </Button>
      </div>
      {isTable ? (
        <CurveTable points={points} currency={currency} />
      ) : (
        <div className="grid min-h-44 gap-5 md:grid-cols-2 xl:grid-cols-1 2xl:grid-cols-2">
          <CurvePanel title={t('unitPrice')} member="unitPrice" {...{ points, borders, currency }} />
          <CurvePanel title={t('total')} member="amount" {...{ points, borders, currency }} />
        </div>
      )}
      <QuantityProbe prices={prices} unit={unit} />
    </div>
  );
}
