import { useQuery } from '@tanstack/react-query';
import { explainSimulationResult } from '../../../api/generated/price-experiments.ts';
import type { InputOf } from '../../../api/operation.ts';
import { one } from '../../../api/queries.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { useStepWords } from '../../../parts/explain-steps/use-step-words.ts';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';

export type Side = 'base' | 'candidate';

interface ExplainedPricesProps {
  place: InputOf<typeof explainSimulationResult>;
  side: Side;
  /** The cycle. */
  start: string;
  card: { type: string; billableId: string };
}

/** How an amount of a simulation was computed, as an invoice would say it. */
export function ExplainedPrices({ place, side, start, card }: ExplainedPricesProps) {
  const t = useMessages('simulator');
  const say = useStepWords();
  const query = useQuery({ ...one(explainSimulationResult, place), retry: false });
  if (query.isError) return <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Skeleton lines={3} />;
  const { cycles, isCurrent } = query.data;
  const cards = cycles.find((cycle) => cycle.start === start)?.cards ?? [];
  const found = cards.find(({ type, billableId }) => type === card.type && billableId === card.billableId);
  const prices = found?.[side] ?? [];
  return (
    <div className="flex min-w-0 flex-col gap-2">
      {!isCurrent && (
        <Notice kind="warn" title={t('changedSince')}>
          {t('changedSinceText')}
        </Notice>
      )}
      {prices.length === 0 && <p className="text-muted">{t('notBilled')}</p>}
      {prices.map(({ cardName, steps }) => (
        <section key={cardName} className="min-w-0">
          <h4 className="text-caption text-muted">
            <bdi>{t(side === 'base' ? 'priceBefore' : 'priceAfter', { card: cardName })}</bdi>
          </h4>
          <ol className="mt-1 flex list-decimal flex-col gap-1 ps-5 marker:text-muted">
            {steps.map((step, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: steps never change their order
              <li key={index} className="break-words">
                {say(step)}
              </li>
            ))}
          </ol>
          {steps.length === 0 && <p className="text-muted">{t('notInCycle')}</p>}
        </section>
      ))}
    </div>
  );
}
