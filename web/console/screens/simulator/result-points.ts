import type { SimulationResult } from '../../../api/generated/types.ts';
import { compare } from '../../../format/decimals.ts';
import type { ScatterPoint } from '../../../ui/chart/scatter-view.ts';

interface CurrencyPoints {
  currency: string;
  points: readonly ScatterPoint[];
  raised: number;
  lowered: number;
}

/** Accounts that a chart reads from each end of the list: more would be one cloud, and take many requests. */
export const MAX_OF_END = 300;

/** Both ends of a list by difference; a short list is the same from both. */
export function joinEnds(
  raised: readonly SimulationResult[],
  lowered: readonly SimulationResult[],
): SimulationResult[] {
  return [
    ...new Map(
      [...raised, ...lowered].map((result) => [`${result.accountId} ${result.currency}`, result]),
    ).values(),
  ];
}

/** Accounts that were priced, by currency: amounts of two currencies have no common axis. */
export function pointsOf(results: readonly SimulationResult[]): CurrencyPoints[] {
  const priced = results.flatMap(({ accountId, accountName, currency, base, candidate }) =>
    base === undefined || candidate === undefined
      ? []
      : [{ currency, point: { id: accountId, text: accountName, x: base, y: candidate } }],
  );
  return [...Map.groupBy(priced, ({ currency }) => currency)].map(([currency, each]) => {
    const points = each.map(({ point }) => point);
    const count = (sign: number) => points.filter(({ x, y }) => Math.sign(compare(y, x)) === sign).length;
    return { currency, points, raised: count(1), lowered: count(-1) };
  });
}

interface BilledInvoice {
  id: string;
  invoiceType: string;
  startDate?: string | undefined;
}

const DAY_MS = 86_400_000;

/** The invoice in arrears of a cycle, whose first day is local: its start is at most a day from it. */
export function invoiceOf(invoices: readonly BilledInvoice[], start: string): string | undefined {
  const day = Date.parse(`${start.slice(0, 10)}T00:00:00Z`);
  return invoices.find(
    ({ invoiceType, startDate }) =>
      invoiceType === 'STANDARD' && Math.abs(Date.parse(startDate ?? '') - day) < DAY_MS,
  )?.id;
}
