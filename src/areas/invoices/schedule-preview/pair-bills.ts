import type { RunningBill } from '../store/running-bills.ts';

/**
 * Pairs the bills before and after a change. A schedule with other prices has another draft for the same
 * days, so that the others are paired by type and beginning. Issued ones that stay are left out.
 */
export function pairBills(before: readonly RunningBill[], after: readonly RunningBill[]) {
  const left = [...after];
  const take = (isSame: (bill: RunningBill) => boolean): RunningBill | undefined => {
    const at = left.findIndex(isSame);
    return at < 0 ? undefined : left.splice(at, 1)[0];
  };
  const kept = before.map((bill) => [bill, take(({ id }) => id === bill.id)] as const);
  const paired = kept.map(([bill, same]) => [
    bill,
    same ??
      take(({ invoiceType, startAt }) => invoiceType === bill.invoiceType && startAt.equals(bill.startAt)),
  ]);
  return [...paired, ...left.map((bill) => [undefined, bill] as const)]
    .filter(([was, is]) => (was ?? is)?.status === 'DRAFT' || was === undefined)
    .flatMap(([was, is]) => describe(was, is));
}

function describe(was: RunningBill | undefined, is: RunningBill | undefined) {
  const shown = is ?? was;
  if (!shown) return [];
  const { startAt: startDate, endAt: endDate, currency } = shown;
  return [
    {
      ...{ startDate, endDate, currency },
      ...(was && { invoiceId: was.id, totalBefore: was.totalAmount }),
      ...(is && { totalAfter: is.totalAmount, statusAfter: is.status }),
    },
  ];
}
