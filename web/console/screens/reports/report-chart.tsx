import type { ReportPreview } from '../../../api/generated/types.ts';
import { formatMoney, formatQuantity } from '../../../format/money.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Bars } from '../../../ui/chart/sparkline.tsx';
import { TimeChart } from '../../../ui/chart/time-chart.tsx';
import { SelectField } from '../../../ui/field.tsx';
import { CHART_KINDS, chartOf } from './chart-of.ts';

interface ReportChartProps {
  preview: ReportPreview;
  kind: string | undefined;
  onChange(kind: string): void;
}

/** The sums of a report over time, or by group; its title is the question that it answers. */
export function ReportChart({ preview, kind, onChange }: ReportChartProps) {
  const t = useMessages('reports');
  const chart = chartOf(preview, t('other'));
  if (!chart) return null;
  const { value, by, currency, labels, points, values } = chart;
  const shown = CHART_KINDS.find((each) => each === kind) ?? 'BAR';
  const format = (amount: string) => (chart.isMoney ? formatMoney(amount, currency) : formatQuantity(amount));
  const title = t(points ? (by ? 'questionTimeBy' : 'questionTime') : by ? 'questionBy' : 'question', {
    ...{ value: capitalized(value), by: by ?? '' },
  });
  if (!points)
    return (
      <section className="flex max-w-2xl flex-col gap-3">
        <h2 className="text-h2 font-semibold">{title}</h2>
        <Bars
          label={title}
          bars={labels.map((text, index) => {
            const amount = values[index] ?? '0';
            return { id: text, text, value: amount, shown: format(amount) };
          })}
        />
      </section>
    );
  return (
    <section className="flex min-w-0 flex-col gap-2">
      <TimeChart
        title={title}
        kind={shown}
        series={labels.map((label) => ({ label }))}
        points={points}
        format={format}
      />
      <div className="max-w-48">
        <SelectField
          label={t('chart')}
          value={shown}
          options={CHART_KINDS.map((each) => ({ value: each, text: t(`chart.${each}`) }))}
          onChange={({ target }) => onChange(target.value)}
        />
      </div>
    </section>
  );
}

/** A heading begins with a capital. */
function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
