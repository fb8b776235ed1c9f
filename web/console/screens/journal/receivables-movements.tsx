import { Link } from '@tanstack/react-router';
import type { Journal } from '../../../api/generated/types.ts';
import { addDays } from '../../../format/time.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Figures } from '../../../ui/figures.tsx';
import { Money } from '../../../ui/money.tsx';

interface ReceivablesMovementsProps {
  movements: Journal['receivables'];
  period: { from: string; to: string };
}

/** What customers owed at the ends of the period; the difference is what the journal has of receivables. */
export function ReceivablesMovements({ movements, period }: ReceivablesMovementsProps) {
  const t = useMessages('journal');
  const days = { from: period.from, until: addDays(period.to, -1) };
  if (movements.length === 0) return <p className="text-muted">{t('empty')}</p>;
  return movements.map(({ currency, opening, movement, closing }) => (
    <Figures
      key={currency}
      figures={[
        { label: t('opening'), value: <Money amount={opening} currency={currency} hasCode /> },
        {
          label: t('movement'),
          value: (
            <Link to="/journal/lines" search={{ ...days, account: 'RECEIVABLES', currency }}>
              <Money amount={movement} currency={currency} hasCode />
            </Link>
          ),
        },
        {
          label: t('closing'),
          value: (
            <Link to="/receivables" search={{ currency }}>
              <Money amount={closing} currency={currency} hasCode />
            </Link>
          ),
        },
      ]}
    />
  ));
}
