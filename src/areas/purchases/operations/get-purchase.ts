import { listPurchasedEntries } from '#areas/entitlements/index.ts';
import { operation } from '#platform/http/operation.ts';
import { purchaseNotFound } from '../problems.ts';
import { readSoldPlans } from '../read-plans.ts';
import { readSale } from '../read-purchase.ts';
import { describeEntry, describePurchase } from '../rules.ts';
import { GetPurchaseResponse, PurchaseParams } from '../schema.ts';
import { findMadePurchase } from '../store.ts';

export const getPurchase = operation({
  id: 'getPurchase',
  method: 'GET',
  route: '/purchases/{purchase_id}',
  scope: 'plans:read',
  portal: { mode: 'READ', hides: ['idempotencyKey'] },
  summary: 'Get a purchase with its grants',
  description:
    'purchasePlan is the version that was sold; features are the feature credits in their current state.',
  request: { params: PurchaseParams },
  response: { status: 200, body: GetPurchaseResponse },
  problems: [purchaseNotFound],
  async handle({ tx, org, now }, { params }) {
    const row = await findMadePurchase(tx, org, params.purchase_id);
    if (!row) throw purchaseNotFound({ id: params.purchase_id });
    const featureIds = readSale(row).features.map(({ featureId }) => featureId);
    const wanted = { accountId: row.accountId, purchaseId: row.id, featureIds, at: now };
    const entries = await listPurchasedEntries(tx, org, wanted);
    const planOf = await readSoldPlans({ tx, org }, [row]);
    const { purchasePlan } = planOf(row);
    return { ...describePurchase(row), purchasePlan, features: entries.map(describeEntry) };
  },
});
