import './tables.ts';
import type { Area } from '#platform/http/area.ts';
import { entitlementAudits } from './audits.ts';
import { checkEntitlement } from './operations/check-entitlement.ts';
import { getEntitlement } from './operations/get-entitlement.ts';
import { getFeatureCredits } from './operations/get-feature-credits.ts';
import { listEntitlements } from './operations/list-entitlements.ts';
import { listFeatureCreditEntries } from './operations/list-feature-credit-entries.ts';
import { updateFeatureCreditEntry } from './operations/update-feature-credit-entry.ts';
import { voidFeatureCreditEntry } from './operations/void-feature-credit-entry.ts';
import { GRANT_AHEAD, grantAhead } from './plan-grants.ts';

export const entitlements: Area = {
  name: 'entitlements',
  title: 'Entitlements',
  resources: { entitlement: { get: getFeatureCredits } },
  operations: [
    listEntitlements,
    getEntitlement,
    checkEntitlement,
    getFeatureCredits,
    listFeatureCreditEntries,
    updateFeatureCreditEntry,
    voidFeatureCreditEntry,
  ],
  audits: entitlementAudits,
  scheduledWork: [{ kind: GRANT_AHEAD, run: grantAhead }],
};
