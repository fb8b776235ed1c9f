import { addDays } from '../../../format/time.ts';
import type { Stretch } from './schedule-view.ts';

export interface Axis {
  /** Days, the second exclusive. */
  from: string;
  to: string;
}

export interface Place {
  /** Of the whole width, in per cent. */
  start: number;
  width: number;
}

const DAY_MS = 86_400_000;
const AHEAD_DAYS = 365;
const BEHIND_DAYS = 31;

/** From the first start to the last end; a plan without an end is shown for a year. */
export function axisOf(stretches: readonly Stretch[], today: string): Axis {
  const starts = stretches.map(({ first }) => first);
  const horizon = addDays([today, ...starts].sort().at(-1) ?? today, AHEAD_DAYS);
  const ends = stretches.map(({ until }) => until ?? horizon);
  const [from = today] = [addDays(today, -BEHIND_DAYS), ...starts].sort();
  const to = [addDays(today, BEHIND_DAYS), ...ends].sort().at(-1) ?? today;
  return { from, to };
}

export function placeOf({ first, until }: Pick<Stretch, 'first' | 'until'>, axis: Axis): Place {
  const start = positionOf(first, axis);
  return { start, width: positionOf(until ?? axis.to, axis) - start };
}

/** In per cent of the axis. */
export function positionOf(day: string, { from, to }: Axis): number {
  const share = daysBetween(from, day) / Math.max(1, daysBetween(from, to));
  return Math.min(100, Math.max(0, share * 100));
}

function daysBetween(from: string, to: string): number {
  return (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS;
}

const STEPS = [1, 3, 6, 12, 24, 60, 120, 240];
const TICKS = 6;

/** The first days of months, as many as have room at a zoom. */
export function ticksOf(axis: Axis, zoom: number): string[] {
  const months = daysBetween(axis.from, axis.to) / 30.4;
  const step = STEPS.find((each) => months / each <= TICKS * zoom) ?? 480;
  const ticks: string[] = [];
  const date = new Date(`${axis.from.slice(0, 7)}-01T00:00:00Z`);
  date.setUTCMonth(Math.floor(date.getUTCMonth() / step) * step);
  for (; ; date.setUTCMonth(date.getUTCMonth() + step)) {
    const day = date.toISOString().slice(0, 10);
    if (day >= axis.to || date.getUTCFullYear() > 9998) return ticks;
    if (day >= axis.from) ticks.push(day);
  }
}
