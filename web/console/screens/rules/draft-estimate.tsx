import { useMutation } from '@tanstack/react-query';
import { estimatePricingRules } from '../../../api/generated/invoices.ts';
import type { CreatePricingRule } from '../../../api/generated/request-types.ts';
import type { PricingRulesEstimate, SampledDraft } from '../../../api/generated/types.ts';
import { send } from '../../../api/transport.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { Button } from '../../../ui/button.tsx';
import { classes } from '../../../ui/classes.ts';
import { Money } from '../../../ui/money.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { countResults, draftLook } from './rule-view.ts';

interface DraftEstimateProps {
  planId: string;
  rules: readonly CreatePricingRule[] | null;
  /** The invoice that is being tried. */
  chosen: string;
  onChoose(invoiceId: string): void;
}

/** How many drafts of the plan the rules would change, by a sample; a draft of it can be tried. */
export function DraftEstimate({ planId, rules, chosen, onChoose }: DraftEstimateProps) {
  const t = useMessages('rules');
  const { mutate, data, error, isPending, variables } = useMutation({
    mutationFn: (pricingRules: readonly CreatePricingRule[]) =>
      send(estimatePricingRules, { body: { pricePlanId: planId, pricingRules: [...pricingRules] } }),
  });
  const isOutdated = data && JSON.stringify(rules) !== JSON.stringify(variables);
  return (
    <div className="flex min-w-0 flex-col gap-3 border-t border-line pt-4">
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="me-auto font-semibold">{t('reach')}</h3>
        <Button disabled={rules === null || isPending} onClick={() => rules && mutate(rules)}>
          {isPending ? t('estimating') : t('estimate')}
        </Button>
      </div>
      {error && <ProblemNotice error={error} />}
      {data && (
        <>
          <p role="status" className={classes(isOutdated && 'text-muted')}>
            {sentenceOf(data, t)} {isOutdated && t('outdated')}
          </p>
          <ul className="flex max-h-80 flex-col overflow-y-auto">
            {data.sample.map((draft) => (
              <SampleRow
                key={draft.invoiceId}
                draft={draft}
                isChosen={draft.invoiceId === chosen}
                onChoose={onChoose}
              />
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

function sentenceOf(
  { drafts, isMore, sample }: PricingRulesEstimate,
  t: ReturnType<typeof useMessages<'rules'>>,
) {
  if (drafts === 0) return t('noDrafts');
  const { changed, failed, own } = countResults(sample);
  const all = isMore ? t('moreThan', { count: drafts }) : t.count('drafts', drafts);
  return [
    t.count('reachOf', sample.length, { changed, all }),
    failed > 0 ? t.count('reachFailed', failed) : '',
    own > 0 ? t.count('reachOwn', own) : '',
  ]
    .filter(Boolean)
    .join(' ');
}

interface SampleRowProps {
  draft: SampledDraft;
  isChosen: boolean;
  onChoose(invoiceId: string): void;
}

function SampleRow({ draft, isChosen, onChoose }: SampleRowProps) {
  const t = useMessages('rules');
  const { invoiceId, accountId, accountName, currency, result, totalBefore, totalAfter } = draft;
  const name = accountName ?? accountId;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-1">
      <Button
        kind="quiet"
        aria-pressed={isChosen}
        aria-label={t('tryOn', { name })}
        onClick={() => onChoose(invoiceId)}
        className="max-w-60 justify-start"
      >
        <bdi className="truncate">{name}</bdi>
      </Button>
      <StatusBadge look={draftLook.look(result)} say={t} />
      <span className="ms-auto text-end">
        <Money amount={totalBefore} currency={currency} />
        {result === 'CHANGED' && (
          <>
            {' → '}
            <Money amount={totalAfter} currency={currency} />
          </>
        )}
      </span>
    </li>
  );
}
