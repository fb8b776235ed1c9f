import { addDays } from '../../../format/time.ts';

/** As in the address: the last day is part of the period. */
export interface PeriodSearch {
  from?: string;
  until?: string;
  currency?: string;
}

/** What the service asks for: the day after the last one. */
export function periodInput({ from, until }: PeriodSearch): { from?: string; to?: string } {
  return { ...(from && { from }), ...(until && { to: addDays(until, 1) }) };
}
