import { type Static, Type } from 'typebox';
import { Closed, DateTime, Enum, ExactNumber, PageOf, Text } from '#platform/http/schemas.ts';

const id = Text(0, 50, {
  description:
    '<schedule id>#<first day of the block>$PRICE_PLAN, …$OVERAGE or <purchase id>#<number>$PURCHASE; of ' +
    'several windows of one feature those from the second on have their number after the day, as .2',
});

export const FeatureCreditEntry = Closed(
  {
    id,
    source: Enum(['ENTITLEMENT', 'PRICE_PLAN', 'OVERAGE', 'REFUND']),
    status: Enum(['ACTIVE', 'EXPIRED', 'VOIDED'], { description: 'EXPIRED from effectiveUntil on' }),
    effectiveFrom: DateTime(),
    effectiveUntil: DateTime({ description: 'Exclusive' }),
    granted: Type.Optional(ExactNumber({ description: 'Absent for OVERAGE; see overageLimit' })),
    balance: Type.Optional(
      ExactNumber({ description: 'Remaining credits: granted less used. Absent for OVERAGE' }),
    ),
    used: ExactNumber(),
  },
  { component: 'FeatureCreditEntry' },
);
export type FeatureCreditEntry = Static<typeof FeatureCreditEntry>;

export const FeatureCreditEntryPage = PageOf(FeatureCreditEntry);

export const UpdateFeatureCreditsRequest = Closed(
  {
    effectiveUntil: Type.Optional(
      DateTime({ description: 'Must lie in the future; from 9999-01-01 on it means forever' }),
    ),
    granted: Type.Optional(ExactNumber({ description: 'Must exceed the used credits' })),
  },
  { component: 'UpdateFeatureCreditsRequest' },
);
export type UpdateFeatureCreditsRequest = Static<typeof UpdateFeatureCreditsRequest>;

export const FeatureCredits = Closed(
  {
    accountId: Text(0, 50),
    featureId: Text(0, 50),
    granted: ExactNumber({ description: 'Granted credits of currently valid entries' }),
    balance: ExactNumber({ description: 'Remaining credits' }),
    overageLimit: Type.Optional(
      ExactNumber({ description: 'Overage limit of the current block; absent: unlimited' }),
    ),
    usedOverage: ExactNumber({ description: 'Overage used in the current block' }),
  },
  { component: 'FeatureCredits' },
);

export const EntitlementValues = Closed(
  {
    data: Type.Array(Closed({ featureId: Type.String(), value: Type.String() })),
  },
  { component: 'EntitlementValues' },
);

export const CheckEntitlementRequest = Closed(
  {
    value: Text(0, 32_768, { description: 'Compared as text, or as numbers if both are numbers' }),
  },
  { component: 'CheckEntitlementRequest' },
);

const account = { account_id: Text(1, 50) };
const feature = { ...account, feature_id: Text(1, 50) };
export const AccountParams = Type.Object(account);
export const AccountFeatureParams = Type.Object(feature);
export const EntryParams = Type.Object({ ...feature, entry_id: Text(1, 50) });
