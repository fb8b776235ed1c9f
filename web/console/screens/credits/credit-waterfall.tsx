import { useState } from 'react';
import type { CreditDetails } from '../../../api/generated/types.ts';
import { formatMoney } from '../../../format/money.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Button } from '../../../ui/button.tsx';
import { CreditEntries } from './credit-entries.tsx';
import { type Bar, barsOf, type Step, stepsOf } from './credit-waterfall-view.ts';

const [MIN_STEP, BAR, HEIGHT, TOP] = [56, 36, 140, 18] as const;
/** Of a character of its small texts, on average and with some room. */
const CHARACTER = 6.2;

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
  const shown = bars.map(({ step: { kind, amount } }) => ({
    name: t(`step.${kind}`),
    amount: formatMoney(amount, credit.creditUnit),
  }));
  const longest = Math.max(0, ...shown.flatMap(({ name, amount }) => [name.length, amount.length]));
  const step = Math.max(MIN_STEP, Math.ceil(longest * CHARACTER) + 8);
  const width = bars.length * step;
  const label = shown.map(({ name, amount }) => `${name} ${amount}`).join(', ');
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
          <BarShape key={bar.step.id} bar={bar} middle={(index + 0.5) * step} {...shown[index]} />
        ))}
      </svg>
    </div>
  );
}

interface BarShapeProps {
  bar: Bar;
  middle: number;
  name?: string;
  amount?: string;
}

function BarShape({ bar: { step, from, to }, middle, name = '', amount = '' }: BarShapeProps) {
  const [top, bottom] = [TOP + HEIGHT * (1 - to), TOP + HEIGHT * (1 - from)];
  return (
    <g>
      <title>{`${name} ${amount}`}</title>
      <rect
        x={middle - BAR / 2}
        y={top}
        width={BAR}
        height={Math.max(1, bottom - top)}
        rx={2}
        className={FILLS[step.kind]}
      />
      <text x={middle} y={top - 5} textAnchor="middle" className="fill-ink text-[10px] tabular-nums">
        {amount}
      </text>
      <text x={middle} y={TOP + HEIGHT + 14} textAnchor="middle" className="fill-muted text-[10px]">
        {name}
      </text>
    </g>
  );
}
