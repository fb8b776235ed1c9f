import { Fragment, type ReactNode, useState } from 'react';
import type { explainSimulationResult } from '../../../api/generated/price-experiments.ts';
import type { SimulatedCycle } from '../../../api/generated/types.ts';
import type { InputOf } from '../../../api/operation.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { ExplainLink } from '../../../parts/explain-link.tsx';
import { Money } from '../../../ui/money.tsx';
import { ExplainedPrices, type Side } from './explained-prices.tsx';

interface CycleTableProps {
  cycle: SimulatedCycle;
  currency: string;
  /** Of the invoice that billed the cycle. */
  invoiceId: string | undefined;
  place: InputOf<typeof explainSimulationResult>;
}

/** The amounts of a cycle by rate card. Billed ones lead to the invoice, computed ones open their steps. */
export function CycleTable({ cycle, currency, invoiceId, place }: CycleTableProps) {
  const t = useMessages('simulator');
  const [open, setOpen] = useState('');
  return (
    <table className="w-full border-separate border-spacing-0">
      <thead>
        <tr className="text-caption text-muted">
          {(['card', 'before', 'after', 'difference'] as const).map((key, index) => (
            <th key={key} scope="col" className={index === 0 ? START : END}>
              {t(key)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {cycle.cards.map((card) => {
          const { type, billableId } = card;
          const key = `${type} ${billableId}`;
          const toggle = (side: Side) => setOpen(open === `${side} ${key}` ? '' : `${side} ${key}`);
          const side = SIDES.find((each) => open === `${each} ${key}`);
          const amount = (of: Side) => (
            <Toggle isOpen={side === of} onToggle={() => toggle(of)}>
              <Money amount={card[of]} currency={currency} />
            </Toggle>
          );
          return (
            <Fragment key={key}>
              <tr>
                <td className="h-8 border-b border-line break-words">
                  <bdi>{card.displayName}</bdi>
                </td>
                <td className={AMOUNT}>
                  {invoiceId === undefined ? (
                    amount('base')
                  ) : (
                    <ExplainLink invoiceId={invoiceId} line={billableId}>
                      <Money amount={card.base} currency={currency} />
                    </ExplainLink>
                  )}
                </td>
                <td className={AMOUNT}>{amount('candidate')}</td>
                <td className={AMOUNT}>
                  <Money amount={card.difference} currency={currency} />
                </td>
              </tr>
              {side && (
                <tr>
                  <td colSpan={4} className="border-b border-line bg-sunken p-3">
                    <ExplainedPrices {...{ place, side }} start={cycle.start} card={{ type, billableId }} />
                  </td>
                </tr>
              )}
            </Fragment>
          );
        })}
      </tbody>
    </table>
  );
}

const SIDES: readonly Side[] = ['base', 'candidate'];

interface ToggleProps {
  isOpen: boolean;
  onToggle(): void;
  children: ReactNode;
}

function Toggle({ isOpen, onToggle, children }: ToggleProps) {
  const t = useMessages('ui');
  return (
    <button
      type="button"
      title={t('explainAmount')}
      aria-expanded={isOpen}
      onClick={onToggle}
      className="min-h-8 decoration-dotted underline-offset-4 hover:underline aria-expanded:underline"
    >
      {children}
    </button>
  );
}

const AMOUNT = 'h-8 border-b border-line ps-3 text-end';
const START = 'h-8 border-b border-line-strong text-start font-medium';
const END = 'h-8 border-b border-line-strong ps-3 text-end font-medium';
