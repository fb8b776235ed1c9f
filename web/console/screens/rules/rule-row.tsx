import { Link } from '@tanstack/react-router';
import { updatePricePlanPricingRules } from '../../../api/generated/price-plans.ts';
import type { PricingRule } from '../../../api/generated/types.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Allowed } from '../../../parts/allowed.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { ArrowDown, ArrowUp } from '../../../ui/icons.ts';

interface RuleRowProps {
  rule: PricingRule;
  planId: string;
  isFirst: boolean;
  isLast: boolean;
  isPending: boolean;
  onMove(by: -1 | 1): void;
  onRemove(): void;
}

/** A rule in the order of its plan, with what moves it and removes it from the draft. */
export function RuleRow({ rule, planId, isFirst, isLast, isPending, onMove, onRemove }: RuleRowProps) {
  const t = useMessages('rules');
  const { id, name, order, condition, computation, action } = rule;
  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-1 border-b border-line py-2">
      <span className="w-6 text-end text-muted tabular-nums">{order}</span>
      <div className="min-w-0 flex-1">
        <Link
          to="/rules/$planId/$ruleId"
          params={{ planId, ruleId: id }}
          className="inline-flex min-h-6 max-w-full min-w-0 items-center font-medium text-accent hover:underline"
        >
          <bdi className="min-w-0 break-words">{name}</bdi>
        </Link>
        <p className="text-caption break-words text-muted">
          {action.type === 'ADD' ? t('adds') : t('sets', { target: action.target ?? '' })}
        </p>
        <p dir="ltr" className="line-clamp-2 font-mono text-caption break-all">
          {condition ? `${condition} ⇒ ${computation}` : computation}
        </p>
      </div>
      <Allowed operation={updatePricePlanPricingRules}>
        <span className="flex shrink-0">
          <IconButton
            icon={ArrowUp}
            label={t('moveUp', { name })}
            disabled={isFirst || isPending}
            onClick={() => onMove(-1)}
          />
          <IconButton
            icon={ArrowDown}
            label={t('moveDown', { name })}
            disabled={isLast || isPending}
            onClick={() => onMove(1)}
          />
          <Button kind="quiet" aria-label={t('removeRule', { name })} disabled={isPending} onClick={onRemove}>
            {t('remove')}
          </Button>
        </span>
      </Allowed>
    </li>
  );
}
