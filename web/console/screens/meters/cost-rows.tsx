import { formatDay } from '../../../format/time.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { DecimalField } from '../../../ui/decimal-field.tsx';
import { DateField } from '../../../ui/field.tsx';
import { RowsField } from '../../../ui/rows-field.tsx';
import type { useForm } from '../../../ui/use-form.ts';
import { type CostFields, type CostRow, periodOf } from './cost-form.ts';

interface CostRowsProps {
  rows: ReturnType<ReturnType<typeof useForm<CostFields, unknown>>['rows']>;
  unit: string | undefined;
  currency: string;
  today: string;
}

const MAX_COSTS = 100;

/** Unit costs with the day on which each begins; a row of 0 ends those before it. */
export function CostRows({ rows, unit, currency, today }: CostRowsProps) {
  const t = useMessages('unitCosts');
  const all = rows.rows;
  return (
    <>
      <RowsField
        label={t('costs')}
        help={t('costsHelp')}
        rows={rows}
        newRow={() => ({ from: '', cost: '' })}
        addLabel={t('add')}
        nameOf={(index) => t('rowName', { number: index + 1 })}
        max={MAX_COSTS}
      >
        {(_, index) => (
          <>
            <DateField label={t('from')} isLabelHidden={index > 0} {...rows.input(index, 'from')} />
            <DecimalField
              label={unit ? t('costOf', { unit }) : t('cost')}
              unit={currency}
              isLabelHidden={index > 0}
              {...rows.input(index, 'cost')}
            />
            <Applies rows={all} index={index} today={today} />
          </>
        )}
      </RowsField>
      {all.length > 0 && all.length < MAX_COSTS && (
        <p className="flex flex-wrap items-center gap-3">
          <Button onClick={() => rows.add({ from: '', cost: '0' })}>{t('end')}</Button>
          <span className="text-muted">{t('endHelp')}</span>
        </p>
      )}
    </>
  );
}

function Applies({ rows, index, today }: { rows: readonly CostRow[]; index: number; today: string }) {
  const t = useMessages('unitCosts');
  const row = rows[index];
  const period = row ? periodOf(rows, row, today) : null;
  return (
    <p aria-live="polite" className="flex min-h-8 flex-wrap items-center gap-2 self-end text-muted">
      {period && t(period.word, period.last ? { day: formatDay(period.last) } : {})}
      {period?.isToday && <Badge tone="info">{t('today')}</Badge>}
    </p>
  );
}
