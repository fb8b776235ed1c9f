import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { editPricePlanRateCards } from '../../../api/generated/price-plans.ts';
import type { PricePlanV2, RateCard } from '../../../api/generated/types.ts';
import { useWrite } from '../../../api/writes.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Allowed } from '../../../parts/allowed.tsx';
import { ConfirmButton } from '../../../parts/confirm-button.tsx';
import { Button, buttonClasses } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { hasTiers } from './card-fields.ts';
import { CardPrices } from './card-prices.tsx';

// Few people open the curve of a stored card.
const StoredCurve = lazy(async () => ({ default: (await import('./stored-curve.tsx')).StoredCurve }));

interface PlanCardsProps {
  plan: PricePlanV2;
  cards: readonly RateCard[];
  currency: string;
  /** The newest version: an edit changes the draft, or begins it. */
  isEditable: boolean;
}

/** The rate cards of a version, each with its prices and what can be done with it. */
export function PlanCards({ plan, cards, currency, isEditable }: PlanCardsProps) {
  const t = useMessages('plans');
  if (cards.length === 0)
    return (
      <EmptyState
        text={t('noCards')}
        action={
          isEditable && (
            <Allowed operation={editPricePlanRateCards}>
              <Link
                to="/plans/$planId/card"
                params={{ planId: plan.id }}
                className={buttonClasses('primary')}
              >
                {t('addCard')}
              </Link>
            </Allowed>
          )
        }
      />
    );
  return cards.map((card) => <PlanCard key={card.name} {...{ plan, card, currency, isEditable }} />);
}

function PlanCard({ plan, card, currency, isEditable }: Omit<PlanCardsProps, 'cards'> & { card: RateCard }) {
  const t = useMessages('plans');
  const [isOpen, setOpen] = useState(false);
  const write = useWrite(editPricePlanRateCards);
  const operations = [{ actionType: 'DELETE' as const, rateCardName: card.name }];
  const name = card.displayName || card.name;
  return (
    <CardPrices
      card={card}
      currency={currency}
      actions={
        <>
          {hasTiers(card.type) && (
            <Button kind="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {t('curve')}
            </Button>
          )}
          {isEditable && (
            <Allowed operation={editPricePlanRateCards}>
              <Link
                to="/plans/$planId/card"
                params={{ planId: plan.id }}
                search={{ name: card.name }}
                aria-label={t('editCard', { name })}
                className={buttonClasses('quiet')}
              >
                {t('edit')}
              </Link>
              <ConfirmButton
                kind="quiet"
                label={t('delete')}
                title={t('deleteTitle', { name })}
                isPending={write.isPending}
                error={write.error}
                onConfirm={(close) =>
                  write.mutate({ price_plan_id: plan.id, body: { operations } }, { onSuccess: close })
                }
              >
                <p>{plan.status === 'DRAFT' ? t('deleteText') : t('deleteActiveText')}</p>
              </ConfirmButton>
            </Allowed>
          )}
        </>
      }
      below={
        isOpen && (
          <Suspense fallback={<div className="h-44" />}>
            <StoredCurve card={card} currency={currency} />
          </Suspense>
        )
      }
    />
  );
}
