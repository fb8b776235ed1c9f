import { findAddOn } from '#areas/add-ons/index.ts';
import { listUsageMeters, usageMeterNotFound } from '#areas/usage-meters/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { addOnNotFound } from './problems.ts';
import type { RateCardType } from './rate-card-schema.ts';

/** What a card bills: enough of a usage meter or an add-on to show it and to judge it. */
export interface Billable {
  displayName: string;
  status: string;
  /** The type of an add-on; null for a meter. */
  addOnType: string | null;
}

export interface BillableRef {
  type: RateCardType;
  billableId: string;
}

/** The billables of cards by `billableKey`; those that do not exist are absent. */
export async function findBillables(
  tx: Tx,
  org: Org,
  refs: readonly BillableRef[],
): Promise<Map<string, Billable>> {
  const idsOf = (type: RateCardType) => [
    ...new Set(refs.filter((ref) => ref.type === type).map(({ billableId }) => billableId)),
  ];
  const [meters, addOns] = await Promise.all([
    listUsageMeters(tx, org, idsOf('USAGE')),
    Promise.all(idsOf('FIXED_FEE').map((id) => findAddOn(tx, org, id))),
  ]);
  const found = new Map<string, Billable>();
  for (const { id, displayName, status } of meters)
    found.set(billableKey({ type: 'USAGE', billableId: id }), { displayName, status, addOnType: null });
  for (const addOn of addOns) {
    if (!addOn) continue;
    const { id, type, status } = addOn;
    const displayName = addOn.billableName ?? addOn.name;
    found.set(billableKey({ type: 'FIXED_FEE', billableId: id }), { displayName, status, addOnType: type });
  }
  return found;
}

export function billableKey({ type, billableId }: BillableRef): string {
  return `${type} ${billableId}`;
}

/** Display names by billable id; an unknown billable is a problem, whatever it would be checked for later. */
export async function getBillableNames(
  tx: Tx,
  org: Org,
  refs: readonly BillableRef[],
): Promise<Map<string, string>> {
  const found = await findBillables(tx, org, refs);
  return new Map(
    refs.map((ref) => {
      const billable = found.get(billableKey(ref));
      const id = ref.billableId;
      if (!billable) throw ref.type === 'USAGE' ? usageMeterNotFound({ id }) : addOnNotFound({ id });
      return [id, billable.displayName];
    }),
  );
}
