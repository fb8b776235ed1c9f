import { formatQuantity } from '../../../format/money.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Price, Quantity } from '../../../ui/money.tsx';
import { UnitPrice } from '../../../ui/unit-price.tsx';
import type { PriceTier } from './plan-view.ts';

/** The tiers of a price in one currency, as a table. */
export function Tiers({ tiers, currency }: { tiers: readonly PriceTier[]; currency: string }) {
  const t = useMessages('plans');
  return (
    <table className="w-full max-w-xl border-separate border-spacing-0">
      <thead>
        <tr className="text-caption text-muted">
          <th scope="col" className="h-7 border-b border-line-strong text-start font-medium">
            {t('tier')}
          </th>
          <th scope="col" className="h-7 border-b border-line-strong text-end font-medium">
            {t('price')}
          </th>
        </tr>
      </thead>
      <tbody>
        {tiers.map((tier) => (
          <tr key={tier.order}>
            <td className="h-8 border-b border-line whitespace-nowrap">
              {tier.to === null
                ? t('above', { from: formatQuantity(tier.from) })
                : t('range', { from: formatQuantity(tier.from), to: formatQuantity(tier.to) })}
            </td>
            <td className="h-8 border-b border-line text-end">
              <TierPrice tier={tier} currency={currency} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function TierPrice({ tier, currency }: { tier: PriceTier; currency: string }) {
  const t = useMessages('plans');
  switch (tier.priceType) {
    case 'FLAT':
      return (
        <>
          <Price price={tier.rate} currency={currency} /> <span className="text-muted">{t('flat')}</span>
        </>
      );
    case 'PACKAGE':
      return <Price price={tier.rate} currency={currency} unit={formatQuantity(tier.packageSize ?? '1')} />;
    case 'PERCENTAGE':
      return <Quantity quantity={tier.rate} unit="%" />;
    case 'DYNAMIC':
      return <span className="text-muted">{t('dynamic')}</span>;
    case 'PER_UNIT':
      return <UnitPrice price={tier.rate} currency={currency} unit={t('unit')} />;
    default:
      return tier.priceType satisfies never;
  }
}
