import { median } from '../load.ts';
import type { Run } from './stage.ts';

/** A line of the table: what was done, what was seen, and what was asked for. */
export interface Line {
  work: string;
  seen: string;
  floor?: string;
  ratio?: number;
  target?: string;
  /** Null where nothing is asked for. */
  isMet: boolean | null;
  runs?: readonly Run[];
}

const HEAD = [
  ...['work', 'seen', 'floor', 'ratio', 'target', '', 'p50 / p99 ms'],
  ...['cores: generator / service / PG', 'µs an event: service + PG'],
];

export function printTable(title: string, lines: readonly Line[]): void {
  const cells = [HEAD, ...lines.map(cellsOf)];
  const widths = HEAD.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  console.log(`\n${title}`);
  for (const row of cells)
    console.log(
      `  ${row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd()}`,
    );
}

function cellsOf({ work, seen, floor = '', ratio, target = '', isMet, runs }: Line): string[] {
  const met = isMet === null ? '' : isMet ? 'met' : 'MISSED';
  const shown = ratio === undefined ? '' : ratio.toPrecision(3);
  return [
    work,
    seen,
    floor,
    shown,
    target,
    met,
    ...(runs ? [latencyOf(runs), coresOf(runs), costOf(runs)] : []),
  ];
}

function latencyOf(runs: readonly Run[]): string {
  const [p50, p99] = [medianOf(runs, ({ p50Ms }) => p50Ms), medianOf(runs, ({ p99Ms }) => p99Ms)];
  return `${p50.toFixed(1)} / ${p99.toFixed(1)}`;
}

function coresOf(runs: readonly Run[]): string {
  const side = (name: keyof Run['cores']) => medianOf(runs, ({ cores }) => cores[name]).toFixed(2);
  return `${side('generator')} / ${side('server')} / ${side('postgres')}`;
}

/** Processor time, which other work on the machine changes less than it changes rates. */
function costOf(runs: readonly Run[]): string {
  const side = (name: 'server' | 'postgres') =>
    (medianOf(runs, ({ cores, rowsPerSecond }) => cores[name] / rowsPerSecond) * 1e6).toFixed(1);
  return `${side('server')} + ${side('postgres')}`;
}

export function medianOf(runs: readonly Run[], read: (run: Run) => number): number {
  return median(runs.map(read));
}

export function medianRate(runs: readonly Run[]): number {
  return medianOf(runs, ({ rowsPerSecond }) => rowsPerSecond);
}

/** The median of what each round came to beside the floor of the same round: machines drift. */
export function pairedRatio(runs: readonly Run[], floors: readonly number[]): number {
  return median(runs.map(({ rowsPerSecond }, round) => rowsPerSecond / (floors[round] ?? Number.NaN)));
}

export function ratesOf(runs: readonly Run[]): number[] {
  return runs.map(({ rowsPerSecond }) => rowsPerSecond);
}

export function perSecond(rate: number): string {
  return `${rate.toFixed(0)}/s`;
}
