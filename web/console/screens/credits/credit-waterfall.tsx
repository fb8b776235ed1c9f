import { useState } from 'react';
import type { CreditDetails } from '../../../api/generated/types.ts';
import { formatMoney } from '../../../format/money.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Button } from '../../../ui/button.tsx';
import { CreditEntries } from './credit-entries.tsx';
import { type Bar, barsOf, type Step, stepsOf } from './credit-waterfall-view.ts';

const [STEP, BAR, HEIGHT, TOP] = [56, 36, 140, 18] as const;

const FILLS: Record<Step['kind'], string> = {
  CREDITED: 'fill-good',
  DEBITED: 'fill-info',
  EXPIRED: 'fill-warn',
  VOIDED: 'fill-faint',
  EARLIER: 'fill-faint',
  LEFT: 'fill-accent',
};

/** What came into a credit and what went out of it, as bars between balances, or as a table. */
export function CreditWaterfall({ credit }: { credit: CreditDetails }) {
  const t = useMessages('credits');
  const [isTable, setTable] = useState(false);
  return (
    <figure className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <figcaption className="text-h2 font-semibold">{t('waterfall')}</figcaption>
        <Button kind="quiet" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
          {isTable ? t('asChart') : t('asTable')}
        </Button>
      </div>
      {isTable ? <CreditEntries credit={credit} /> : <Bars credit={credit} />}
    </figure>
  );
}

function Bars({ credit }: { credit: CreditDetails }) {
  const t = useMessages('credits');
  const bars = barsOf(stepsOf(credit.transactions));
  const width = bars.length * STEP;
  const amountOf = ({ amount }: Step) => formatMoney(amount, credit.creditUnit);
  const label = bars.map(({ step }) => `${t(`step.${step.kind}`)} ${amountOf(step)}`).join(', ');
  return (
    <div role="region" aria-label={t('waterfall')} tabIndex={0} className="overflow-x-auto">
      <svg
        role="img"
        aria-label={label}
        viewBox={`0 0 ${width} ${HEIGHT + TOP + 20}`}
        width={width}
        height={HEIGHT + TOP + 20}
      >
        <line x1={0} x2={width} y1={TOP + HEIGHT} y2={TOP + HEIGHT} className="stroke-line-strong" />
        {bars.map((bar, index) => (
          <BarShape key={bar.step.id} bar={bar} x={index * STEP} text={amountOf(bar.step)} />
        ))}
      </svg>
    </div>
  );
}

interface BarShapeProps {
  bar: Bar;
  x: number;
  text: string;
}

function BarShape({ bar: { step, from, to }, x, text }: BarShapeProps) {
  const t = useMessages('credits');
  const [top, bottom] = [TOP + HEIGHT * (1 - to), TOP + HEIGHT * (1 - from)];
  const middle = x + STEP / 2;
  return (
    <g>
      <title>{`${t(`step.${step.kind}`)} ${text}`}</title>
      <rect
        x={x + (STEP - BAR) / 2}
        y={top}
        width={BAR}
        height={Math.max(1, bottom - top)}
        rx={2}
        className={FILLS[step.kind]}
      />
      <text x={middle} y={top - 5} textAnchor="middle" className="fill-ink text-[10px] tabular-nums">
        {text}
      </text>
      <text x={middle} y={TOP + HEIGHT + 14} textAnchor="middle" className="fill-muted text-[10px]">
        {t(`step.${step.kind}`)}
      </text>
    </g>
  );
}
