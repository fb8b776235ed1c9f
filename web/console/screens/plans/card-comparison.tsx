import { useMessages } from '../../../messages/catalogs.ts';
import { Badge } from '../../../ui/badge.tsx';
import { ArrowRight, type LucideIcon, Minus, Plus } from '../../../ui/icons.ts';
import { CardPriceTable } from './card-prices.tsx';
import type { CardDifference } from './plan-difference.ts';
import { priceOf } from './plan-view.ts';

interface CardComparisonProps {
  card: CardDifference;
  older: number;
  newer: number;
  currency: string;
}

type Changed = Exclude<CardDifference['state'], 'same'>;
const ICONS: Readonly<Record<Changed, LucideIcon>> = { added: Plus, removed: Minus, changed: ArrowRight };
const TONES = { added: 'good', removed: 'bad', changed: 'info' } as const;

/** One rate card in two versions: a word and an icon say what became of it, not a colour alone. */
export function CardComparison({ card, older, newer, currency }: CardComparisonProps) {
  const t = useMessages('planCompare');
  const plans = useMessages('plans');
  const shown = card.b ?? card.a;
  if (!shown || card.state === 'same') return null;
  const Icon = ICONS[card.state];
  const sides = [
    [older, card.a],
    [newer, card.b],
  ] as const;
  const prices = card.state === 'changed' && !card.arePricesChanged ? [] : sides;
  return (
    <article className="flex min-w-0 flex-col gap-3 border-b border-line pb-4">
      <header className="flex flex-wrap items-center gap-2">
        <Icon aria-hidden className="size-4 shrink-0" />
        <h3 className="text-body font-semibold break-words">
          <bdi>{shown.displayName || shown.name}</bdi>
        </h3>
        <Badge tone={TONES[card.state]}>{t(card.state)}</Badge>
        <span className="text-muted">{plans(`card.${shown.type}`)}</span>
      </header>
      <div className="grid gap-6 md:grid-cols-2">
        {prices.map(([version, side]) => (
          <div key={version} className="min-w-0">
            <p className="mb-1 text-caption text-muted">{t('version', { version })}</p>
            {side ? (
              <CardPriceTable price={priceOf(side, currency)} currency={currency} />
            ) : (
              <p className="text-muted">{t('absent')}</p>
            )}
          </div>
        ))}
      </div>
      {card.terms.length > 0 && (
        <ul className="flex flex-col gap-1">
          {card.terms.map(({ path, a, b }) => (
            <li key={path} className="flex flex-wrap items-center gap-2">
              <code className="font-mono text-caption text-muted">{path}</code>
              <bdi>{a}</bdi>
              <ArrowRight aria-label={t('becomes')} className="size-3 shrink-0 rtl:-scale-x-100" />
              <bdi className="font-medium">{b}</bdi>
            </li>
          ))}
        </ul>
      )}
    </article>
  );
}
