import { lazy, Suspense } from 'react';
import { formatDay, formatHour } from '../../format/time.ts';
import { useMessages } from '../../messages/catalogs.ts';
import { ChartFigure } from './chart-figure.tsx';
import { ChartTable } from './chart-table.tsx';
import { type ChartLook, type ChartPoint, type ChartSeries, extremesOf } from './chart-view.ts';

// The plot is most of the code, and few screens have one.
const TimePlot = lazy(async () => ({ default: (await import('./time-plot.tsx')).TimePlot }));

export interface TimeChartProps {
  /** The question that it answers: `Cost per day by meter`. */
  title: string;
  series: readonly ChartSeries[];
  points: readonly ChartPoint[];
  /** Points are hours; otherwise days. */
  isHourly?: boolean;
  /** Lines unless given; bars and areas are stacked, if no value is negative. */
  kind?: ChartLook;
  /** In words, in place of the extremes of each series. */
  summary?: string;
  /** A value in words: an amount with its currency, a quantity with its unit. */
  format(value: string): string;
}

/** Values over time as lines from a zero baseline, the same as a table, and in words. */
export function TimeChart(props: TimeChartProps) {
  const { title, series, points, format, isHourly = false } = props;
  const formatAt = isHourly ? formatHour : formatDay;
  const t = useMessages('ui');
  const extremes = series.flatMap(({ label }, index) => {
    const found = extremesOf(points, index);
    if (!found) return [];
    const { lowest, highest } = found;
    return t('chartSummary', {
      ...{ series: label, lowest: format(lowest.value), lowestAt: formatAt(lowest.at) },
      ...{ highest: format(highest.value), highestAt: formatAt(highest.at) },
    });
  });
  const summary = props.summary ?? extremes.join(' ');
  return (
    <>
      <ChartFigure
        title={title}
        empty={extremes.length === 0 ? t('noValues') : null}
        chart={
          <Suspense fallback={<div className="h-64" />}>
            <TimePlot {...props} label={summary} />
          </Suspense>
        }
        table={<ChartTable {...props} />}
      />
      <p className="sr-only">{summary}</p>
    </>
  );
}
