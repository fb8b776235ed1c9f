import { formatDay, formatHour } from '../../format/time.ts';
import { useMessages } from '../../messages/catalogs.ts';
import type { TimeChartProps } from './time-chart.tsx';

/** The values of a chart, the latest first. */
export function ChartTable({ title, series, points, format, isHourly = false }: TimeChartProps) {
  const t = useMessages('ui');
  return (
    <div role="region" aria-label={title} tabIndex={0} className="max-h-64 overflow-auto">
      <table className="w-full border-separate border-spacing-0">
        <thead>
          <tr className="text-caption text-muted">
            <th
              scope="col"
              className="sticky top-0 h-8 border-b border-line-strong bg-canvas text-start font-medium"
            >
              {isHourly ? t('hour') : t('day')}
            </th>
            {series.map(({ label }) => (
              <th
                key={label}
                scope="col"
                className="sticky top-0 h-8 border-b border-line-strong bg-canvas px-3 text-end font-medium"
              >
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {points.toReversed().map(({ at, values }) => (
            <tr key={at}>
              <th scope="row" className="h-8 border-b border-line text-start font-normal whitespace-nowrap">
                {isHourly ? formatHour(at) : formatDay(at)}
              </th>
              {series.map(({ label }, index) => (
                <td key={label} className="border-b border-line px-3 text-end whitespace-nowrap">
                  {values[index] ? format(values[index]) : '—'}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
