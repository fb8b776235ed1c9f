import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Suspense, type SyntheticEvent, useState } from 'react';
import { listPricePlanRateCards } from '../../../api/generated/price-plans.ts';
import type { PricePlanV2 } from '../../../api/generated/types.ts';
import { all } from '../../../api/queries.ts';
import { readDecimal } from '../../../format/typed-decimal.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { ConflictChoice } from '../../../parts/conflict-choice.tsx';
import { SaveBar } from '../../../parts/save-bar.tsx';
import { UnsavedGuard } from '../../../parts/unsaved-guard.tsx';
import { MatrixField } from './matrix-field.tsx';
import { MatrixGaps } from './matrix-gaps.tsx';
import { pasteBlock } from './matrix-paste.ts';
import { matrixOperations } from './matrix-request.ts';
import { MatrixTable } from './matrix-table.tsx';
import { EVERY, type MatrixCell, type PriceMatrix } from './price-matrix.ts';
import { StoredCurve } from './stored-curve.tsx';
import { useCardWrite } from './use-card-write.ts';
import { useFreshPlan } from './use-fresh-plan.ts';

interface MatrixEditorProps {
  plan: PricePlanV2;
  matrix: PriceMatrix;
  currency: string;
  onTheirs(plan: PricePlanV2): void;
}

/** Prices to type or to paste from a spreadsheet; all changes are saved together. */
export function MatrixEditor({ plan, matrix, currency, onTheirs }: MatrixEditorProps) {
  const t = useMessages('priceMatrix');
  const navigate = useNavigate();
  const client = useQueryClient();
  const readPlan = useFreshPlan(plan.id);
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const [current, setCurrent] = useState<MatrixCell | null>(null);
  const write = useCardWrite({ planId: plan.id });
  const changed = matrix.cells.filter(({ card, rate }) => (typed[card.name] ?? rate) !== rate);
  const isValid = changed.every(({ card }) => readDecimal(typed[card.name] ?? '') !== null);
  const save = (expectedUpdatedAt: string) =>
    write.edit(matrixOperations(changed, { typed, currency, plan }), {
      expectedUpdatedAt,
      onSuccess: () =>
        void navigate({ to: '/plans/$planId', params: { planId: plan.id }, ignoreBlocker: true }),
    });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (isValid) save(plan.updatedAt);
  };
  const loadTheirs = async () => {
    await client.fetchQuery({ ...all(listPricePlanRateCards, { price_plan_id: plan.id }), staleTime: 0 });
    onTheirs(await readPlan());
  };
  return (
    <form onSubmit={submit} className="flex min-w-0 flex-col gap-5">
      <UnsavedGuard isChanged={changed.length > 0} />
      <p className="text-muted">{t('help')}</p>
      <MatrixTable
        label={t('title')}
        matrix={matrix}
        cell={(cell) => (
          <MatrixField
            cell={cell}
            value={typed[cell.card.name] ?? cell.rate}
            labels={[nameOf(cell.row), nameOf(cell.column)]}
            onType={(value) => setTyped({ ...typed, [cell.card.name]: value })}
            onPaste={(text) => {
              const found = pasteBlock(matrix, cell, text);
              if (found) setTyped({ ...typed, ...found });
              return found !== null;
            }}
            onFocus={() => setCurrent(cell)}
          />
        )}
      />
      <MatrixGaps matrix={matrix} />
      {current && (
        <section aria-label={t('curve')} className="max-w-3xl min-w-0">
          <h2 className="mb-2 text-h2 font-semibold">
            <bdi>{current.card.displayName || current.card.name}</bdi>
          </h2>
          {/* Without a border of its own, its texts would hide the field that has the focus. */}
          <Suspense fallback={<div className="h-44" />}>
            <StoredCurve card={current.card} currency={currency} />
          </Suspense>
        </section>
      )}
      <div>
        <ConflictChoice
          error={write.error}
          isPending={write.isPending}
          onMine={() => void readPlan().then(({ updatedAt }) => save(updatedAt))}
          onTheirs={() => void loadTheirs()}
        />
        <SaveBar
          changes={changed.length}
          isPending={write.isPending}
          error={write.error}
          onReset={() => setTyped({})}
        />
      </div>
    </form>
  );

  function nameOf(value: string): string {
    return value === EVERY ? t('every') : value;
  }
}
