import type { RateCard } from '../../../api/generated/types.ts';
import { formatQuantity } from '../../../format/money.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Money, Price, Quantity } from '../../../ui/money.tsx';
import { type CardPrice, type PriceTier, priceOf } from './plan-view.ts';

interface CardPricesProps {
  card: RateCard;
  currency: string;
}

/** One rate card: what it is for, when it is invoiced, and its prices. */
export function CardPrices({ card, currency }: CardPricesProps) {
  const t = useMessages('plans');
  return (
    <article className="grid gap-x-6 gap-y-3 border-b border-line pb-4 lg:grid-cols-[20rem_minmax(0,1fr)]">
      <header className="flex flex-col items-start gap-1">
        <h3 className="text-body font-semibold break-words">
          <bdi>{card.displayName || card.name}</bdi>
        </h3>
        <span className="flex flex-wrap gap-1.5">
          <Badge tone="info">{t(`card.${card.type}`)}</Badge>
          <Badge>{t(`timing.${card.invoiceTiming}`)}</Badge>
        </span>
        <bdi className="font-mono text-caption text-muted break-words">{card.billableId}</bdi>
      </header>
      <CardPriceTable price={priceOf(card, currency)} currency={currency} />
    </article>
  );
}

function CardPriceTable({ price, currency }: { price: CardPrice; currency: string }) {
  const t = useMessages('plans');
  switch (price.kind) {
    case 'none':
      return <p className="text-muted">{t('noPrice', { currency })}</p>;
    case 'rate':
      return (
        <p className="text-h2 font-semibold">
          <Money amount={price.rate} currency={currency} />
        </p>
      );
    case 'grant':
      return (
        <div className="flex flex-col gap-2">
          <p>
            {t('grants')} <Money amount={price.credits} currency={currency} />
          </p>
          <Tiers tiers={price.tiers} currency={currency} />
        </div>
      );
    case 'tiers':
      return (
        <div className="flex flex-col gap-2">
          <p className="text-caption text-muted">{t(`model.${price.model}`)}</p>
          <Tiers tiers={price.tiers} currency={currency} />
        </div>
      );
    default:
      return price satisfies never;
  }
}

function Tiers({ tiers, currency }: { tiers: readonly PriceTier[]; currency: string }) {
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
      return <Price price={tier.rate} currency={currency} unit={t('unit')} />;
    default:
      return tier.priceType satisfies never;
  }
}
