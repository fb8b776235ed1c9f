import { findAddOn } from '#areas/add-ons/index.ts';
import { featureNotFound, listFeatures } from '#areas/features/index.ts';
import { listUsageMeters, usageMeterNotFound } from '#areas/usage-meters/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { addOnNotFound } from './problems.ts';
import type { RateCardType } from './rate-card-schema.ts';

/** What a card bills: enough of a usage meter, an add-on or a feature to show it and to judge it. */
export interface Billable {
  displayName: string;
  status: string;
  /** The type of an add-on; null for anything else. */
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
  const idsOf = (...types: RateCardType[]) => [
    ...new Set(refs.filter((ref) => types.includes(ref.type)).map(({ billableId }) => billableId)),
  ];
  const [meters, addOns, features] = await Promise.all([
    listUsageMeters(tx, org, idsOf('USAGE')),
    Promise.all(idsOf('FIXED_FEE').map((id) => findAddOn(tx, org, id))),
    listFeatures(tx, org, idsOf('BILLING_ENTITLEMENT', 'ENTITLEMENT_OVERAGE')),
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
  // Features are permanent, so each that exists is sold.
  for (const { id, displayName } of features)
    for (const type of ['BILLING_ENTITLEMENT', 'ENTITLEMENT_OVERAGE'] as const)
      found.set(billableKey({ type, billableId: id }), { displayName, status: 'ACTIVE', addOnType: null });
  return found;
}

export function billableKey({ type, billableId }: BillableRef): string {
  return `${type} ${billableId}`;
}

const NOT_FOUND = {
  USAGE: usageMeterNotFound,
  FIXED_FEE: addOnNotFound,
  BILLING_ENTITLEMENT: featureNotFound,
  ENTITLEMENT_OVERAGE: featureNotFound,
} as const;

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
      if (!billable) throw NOT_FOUND[ref.type]({ id });
      return [id, billable.displayName];
    }),
  );
}
