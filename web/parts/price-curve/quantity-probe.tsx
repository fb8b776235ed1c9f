import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { exact } from '../../api/decimal.ts';
import { calculatePriceCurve } from '../../api/generated/price-plans.ts';
import type { PriceCurveRequest } from '../../api/generated/request-types.ts';
import { one } from '../../api/queries.ts';
import { readDecimal } from '../../format/typed-decimal.ts';
import { useMessages } from '../../messages/catalogs.ts';
import { DecimalField } from '../../ui/decimal-field.tsx';
import { Price } from '../../ui/money.tsx';
import { UnitPrice } from '../../ui/unit-price.tsx';
import { usePaused } from '../../ui/use-paused.ts';

/** The exact price of a quantity that somebody types. */
export function QuantityProbe({ prices, unit }: { prices: PriceCurveRequest; unit?: string | undefined }) {
  const t = useMessages('priceCurve');
  const [typed, setTyped] = useState('');
  const quantity = usePaused(readDecimal(typed));
  const isQuantity = quantity !== null && !quantity.startsWith('-');
  const { data } = useQuery({
    ...one(calculatePriceCurve, { body: { ...prices, quantities: [exact(isQuantity ? quantity : '0')] } }),
    enabled: isQuantity,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  });
  const [point] = data?.points ?? [];
  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
      <div className="w-48">
        <DecimalField
          label={t('probe')}
          value={typed}
          unit={unit}
          onChange={({ target }) => setTyped(target.value)}
        />
      </div>
      <output className="min-h-8 py-1.5">
        {isQuantity && point && (
          <>
            <Price price={point.amount} currency={prices.rateValue.currency} />
            {point.unitPrice && (
              <span className="text-muted">
                {' · '}
                <UnitPrice price={point.unitPrice} currency={prices.rateValue.currency} unit={t('unit')} />
              </span>
            )}
          </>
        )}
      </output>
    </div>
  );
}
