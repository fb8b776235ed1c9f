import { useMessages } from '../../../messages/catalogs.ts';
import { PriceCurve } from '../../../parts/price-curve/price-curve.tsx';
import { usePaused } from '../../../ui/use-paused.ts';
import { type CardFields, type CardType, hasTiers } from './card-fields.ts';
import { requestOf } from './curve-request.ts';
import { checkTiers } from './tier-check.ts';

interface CardCurveProps {
  type: CardType;
  fields: CardFields;
  currency: string;
}

/** The curve of the prices that are being typed, in one currency. */
export function CardCurve({ type, fields, currency }: CardCurveProps) {
  const t = useMessages('cardForm');
  const errors = checkTiers({ rows: fields.tiers, currencies: [currency], say: t });
  const isReady = hasTiers(type) && Object.keys(errors).length === 0;
  const prices = usePaused(isReady ? requestOf(type, fields, currency) : null);
  if (!hasTiers(type)) return <div className="hidden xl:block" />;
  return (
    <section aria-label={t('curve')} className="min-w-0 xl:sticky xl:top-16">
      <PriceCurve prices={prices} />
    </section>
  );
}
