import type { ReactNode } from 'react';
import type { RateCard } from '../../../api/generated/types.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Money } from '../../../ui/money.tsx';
import { Tiers } from './card-tiers.tsx';
import { type CardPrice, priceOf } from './plan-view.ts';

interface CardPricesProps {
  card: RateCard;
  currency: string;
  actions?: ReactNode;
  below?: ReactNode;
}

/** One rate card: what it is for, when it is invoiced, and its prices. */
export function CardPrices({ card, currency, actions, below }: CardPricesProps) {
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
        {actions && <span className="-ms-3 flex flex-wrap">{actions}</span>}
      </header>
      <CardPriceTable price={priceOf(card, currency)} currency={currency} />
      {below && <div className="min-w-0 lg:col-span-2">{below}</div>}
    </article>
  );
}

export function CardPriceTable({ price, currency }: { price: CardPrice; currency: string }) {
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
