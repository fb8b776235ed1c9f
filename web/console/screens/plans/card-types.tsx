import { Link } from '@tanstack/react-router';
import type { PricePlanV2 } from '../../../api/generated/types.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { CARD_TYPES, type CardType } from './card-fields.ts';
import type { CardTarget } from './use-card-write.ts';

/** A plan that is bought once has no cycles, and so no usage. */
const PURCHASABLE: readonly CardType[] = ['FIXED_FEE', 'CREDIT_GRANT', 'BILLING_ENTITLEMENT'];

/** What a new card can be, each with what it is for. */
export function CardTypes({ target, planType }: { target: CardTarget; planType: PricePlanV2['type'] }) {
  const t = useMessages('cardForm');
  const plans = useMessages('plans');
  const types = planType === 'PURCHASE' ? PURCHASABLE : CARD_TYPES;
  return (
    <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
      {types.map((type) => (
        <li key={type}>
          <Link
            {...editorOf(target, { type })}
            className="flex h-full flex-col gap-1 rounded-md border border-line-strong bg-surface p-4 hover:bg-hover"
          >
            <span className="text-body font-semibold">{plans(`card.${type}`)}</span>
            <span className="text-muted">{t(`about.${type}`)}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** The page of one card: a stored one by its name, or a new one by its type. */
export function editorOf(target: CardTarget, search: { name?: string; type?: CardType }) {
  if ('planId' in target) return { to: '/plans/$planId/card', params: target, search } as const;
  return { to: '/accounts/$accountId/schedules/$scheduleId/card', params: target, search } as const;
}
