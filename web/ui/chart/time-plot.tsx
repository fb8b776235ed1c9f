import 'uplot/dist/uPlot.min.css';
import { useEffect, useEffectEvent, useState } from 'react';
import uPlot from 'uplot';
import { formatAxisDay, formatAxisHour, formatDay, formatHour } from '../../format/time.ts';
import { useMessages } from '../../messages/catalogs.ts';
import { type ChartLook, canStack, plotData, stackData } from './chart-view.ts';
import type { TimeChartProps } from './time-chart.tsx';

const HEIGHT = 256;
const COLOURS = 6;
const DAY_S = 86_400;
/** Lines differ by more than their colour. */
const DASHES: readonly (readonly number[])[] = [[], [8, 3], [2, 3], [8, 3, 2, 3], [12, 4], [4, 4]];
const FORECAST: readonly number[] = [3, 5];

interface TimePlotProps extends TimeChartProps {
  label: string;
}

/** The lines of a chart. Numbers follow the pointer in the legend; a drag zooms, a double click resets. */
export function TimePlot(props: TimePlotProps) {
  const { label, series, points, format, isHourly = false } = props;
  const t = useMessages('ui');
  const [box, setBox] = useState<HTMLDivElement | null>(null);
  const shown = JSON.stringify([series, points]);
  const draw = useEffectEvent((into: HTMLDivElement) => {
    const look = lookOf(props);
    const data = (look === 'LINE' ? plotData : stackData)(points, series.length);
    const textAt = (at: number | null, index: number) => {
      const value = at === null ? null : points[at]?.values[index];
      return value ? format(value) : '—';
    };
    const plot = drawn({
      lines: linesOf(series, { textAt, isHourly, time: t(isHourly ? 'hour' : 'day') }),
      data,
      look,
    });
    const bars = look === 'BAR' && { x: { range: () => rangeOfBars(data[0] ?? []) } };
    const options = optionsOf(into.clientWidth, props);
    return new uPlot(
      { ...options, scales: { ...options.scales, ...bars }, series: plot.series },
      plot.data as uPlot.AlignedData,
      into,
    );
  });
  // The outside system is the canvas, which is drawn anew for another size and another theme.
  useEffect(() => {
    if (!box || shown === '') return;
    let plot = draw(box);
    const size = new ResizeObserver(() => plot.setSize({ width: box.clientWidth, height: HEIGHT }));
    size.observe(box);
    const theme = new MutationObserver(() => {
      plot.destroy();
      plot = draw(box);
    });
    theme.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    return () => {
      size.disconnect();
      theme.disconnect();
      plot.destroy();
    };
  }, [box, shown]);
  return <div ref={setBox} role="img" aria-label={label} className="min-w-0 overflow-hidden" dir="ltr" />;
}

/** Bars and areas of losses would lie over those of gains. */
function lookOf({ kind = 'LINE', points }: TimeChartProps): ChartLook {
  return canStack(points) ? kind : 'LINE';
}

interface Drawing {
  lines: uPlot.Series[];
  data: (number | null)[][];
  look: ChartLook;
}

/** The highest series of a stack is drawn first, so that those below it stay in view. */
function drawn({ lines: [time = {}, ...lines], data: [times = [], ...values], look }: Drawing) {
  if (look === 'LINE') return { series: [time, ...lines], data: [times, ...values] };
  const series = lines.map((line) => ({ ...line, ...filled(line, look) })).toReversed();
  return { series: [time, ...series], data: [times, ...values.toReversed()] };
}

function filled({ stroke }: uPlot.Series, look: ChartLook): uPlot.Series {
  const bars = look === 'BAR' ? uPlot.paths.bars?.({ size: [0.7, 80] }) : undefined;
  return { fill: stroke ?? '', dash: [], points: { show: false }, ...(bars && { paths: bars }) };
}

/** Half a bar beside the first and the last one. */
function rangeOfBars(times: readonly (number | null)[]): [number, number] {
  const [first, last] = [times[0] ?? 0, times.at(-1) ?? 0];
  const step = times.length > 1 ? (last - first) / (times.length - 1) : DAY_S;
  return [first - step * 0.6, last + step * 0.6];
}

function tokenOf(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name);
}

type Options = Omit<uPlot.Options, 'series'>;

/** Midnights have their day. */
function formatAxis(at: number, isHourly: boolean): string {
  return isHourly && at % DAY_S !== 0 ? formatAxisHour(at) : formatAxisDay(at);
}

function optionsOf(
  width: number,
  { format, isHourly = false }: Pick<TimeChartProps, 'format' | 'isHourly'>,
): Options {
  const [ink, line] = [tokenOf('--muted'), tokenOf('--line')];
  const axis = {
    stroke: ink,
    grid: { stroke: line, width: 1 },
    ticks: { show: false },
    font: '12px Inter Variable',
  };
  return {
    width,
    height: HEIGHT,
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC'),
    scales: { y: { range: (_, low, high) => rangeOf(low, high) } },
    axes: [
      { ...axis, values: (_, seconds) => seconds.map((at) => formatAxis(at, isHourly)) },
      { ...axis, size: 84, values: (_, values) => values.map((value) => format(String(value))) },
    ],
    cursor: { y: false },
  };
}

/** From zero, so that a line twice as high stands for twice as much. */
function rangeOf(low: number, high: number): [number, number] {
  const [from, to] = [Math.min(0, low ?? 0), Math.max(0, high ?? 0)];
  return from === to ? [0, 1] : [from * 1.05, to * 1.05];
}

function marks(): Partial<uPlot.Series> {
  const [stroke, fill] = [tokenOf('--bad'), tokenOf('--surface')];
  return { stroke, paths: () => null, dash: [], points: { show: true, size: 10, width: 3, stroke, fill } };
}

/** The plot, a double, the index of the series, and that of the point. */
type ValueArguments = [uPlot, number, number, number | null];

interface LineTexts {
  textAt(at: number | null, index: number): string;
  isHourly: boolean;
  /** Before the time of the pointer. */
  time: string;
}

function linesOf(series: TimeChartProps['series'], { textAt, isHourly, time }: LineTexts): uPlot.Series[] {
  const formatAt = isHourly ? formatHour : formatDay;
  const lines = series.map(({ label, isForecast, isMarks }, index) => ({
    label,
    stroke: tokenOf(`--series-${(index % COLOURS) + 1}`),
    width: 2,
    dash: [...(isForecast ? FORECAST : (DASHES[index % DASHES.length] ?? []))],
    value: (...[, , , at]: ValueArguments) => textAt(at, index),
    ...(isMarks && marks()),
  }));
  return [
    {
      label: time,
      value: (_, seconds) => (seconds ? formatAt(new Date(seconds * 1000).toISOString()) : '—'),
    },
    ...lines,
  ];
}
