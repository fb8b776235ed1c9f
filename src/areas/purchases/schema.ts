import { type Static, Type } from 'typebox';
import { CreatePricePlanDetailsOverride, cardLists, PricePlanDetails } from '#areas/price-plans-v1/index.ts';
import type { Decimal } from '#core/decimal.ts';
import { MAX_AMOUNT } from '#core/money.ts';
import {
  Closed,
  DateTime,
  Enum,
  ExactNumber,
  List,
  PageOf,
  PlainDate,
  Text,
} from '#platform/http/schemas.ts';

export const PURCHASE_STATUSES = [
  'SUCCESS',
  'FAILURE',
  'PENDING',
  'IN_PROGRESS',
  'PROPOSAL_ACTIVE',
  'PROPOSAL_APPROVED',
  'PROPOSAL_DECLINED',
  'PROPOSAL_EXPIRED',
] as const;
export const PURCHASE_TYPES = ['ENTITLEMENT_GRANT', 'ASSOCIATION', 'WALLET_TOPUP', 'PREPAID'] as const;
export const PAYMENT_MODES = ['PREPAID', 'POSTPAID'] as const;

const MAX_CARDS = 50;
/** A larger quantity is a typing error, not a purchase. */
const MAX_QUANTITY = 1_000_000_000;

const WalletTopupDetails = Closed(
  {
    purchaseAmount: Type.Optional(
      ExactNumber({ minimum: '0', maximum: MAX_AMOUNT, description: 'Its price; default topupAmount' }),
    ),
    topupAmount: ExactNumber({
      ...{
        exclusiveMinimum: '0',
        maximum: MAX_AMOUNT,
        description: 'The amount that the wallet gets when it is paid',
      },
    }),
  },
  { component: 'WalletTopupDetails' },
);

const { fixedFeeRateCards, billingEntitlementRateCards, creditGrantRateCards } = cardLists;
const PurchasePlanOverride = Closed(
  {
    fixedFeeRateCards: Type.Optional(List(fixedFeeRateCards.items, { maxItems: MAX_CARDS })),
    billingEntitlementRateCards: Type.Optional(
      List(billingEntitlementRateCards.items, { maxItems: MAX_CARDS }),
    ),
    creditGrantRateCards: Type.Optional(List(creditGrantRateCards.items, { maxItems: MAX_CARDS })),
  },
  {
    component: 'PurchasePlanOverride',
    description: 'A list that is present replaces that list of the plan',
  },
);

const quantity = Type.Integer({
  ...{ minimum: 1, maximum: MAX_QUANTITY },
  description: 'The quantity of the plan; default 1',
});
const rateCardQuantities = Type.Unsafe<Record<string, Decimal>>({
  type: 'object',
  maxProperties: 100,
  propertyNames: { minLength: 1, maxLength: 50 },
  additionalProperties: ExactNumber({ exclusiveMinimum: '0', maximum: String(MAX_QUANTITY) }),
  description: 'Quantities of single cards, by billable id or card name; override quantity',
});
const effectiveFrom = PlainDate({ description: 'First local day of the association' });
const effectiveUntil = PlainDate({ description: 'The local day after the last one; 9999-01-01: no end' });

const request = {
  pricePlanId: Type.Optional(Text(1, 50, { description: 'Its newest active version' })),
  quantity: Type.Optional(quantity),
  rateCardQuantities: Type.Optional(rateCardQuantities),
  idempotencyKey: Type.Optional(
    Text(1, 255, {
      description:
        'Permanent, one purchase per account and key: a repeated request returns the first purchase',
    }),
  ),
  purchasePlanOverride: Type.Optional(PurchasePlanOverride),
  associationOverride: Type.Optional(CreatePricePlanDetailsOverride),
  walletTopupDetails: Type.Optional(WalletTopupDetails),
  effectiveFrom: Type.Optional(effectiveFrom),
  effectiveUntil: Type.Optional(effectiveUntil),
  expiryDate: Type.Optional(
    DateTime({ description: 'The payment deadline of the order, or the deadline of the proposal' }),
  ),
};
export const CreatePurchaseRequest = Closed(
  {
    ...request,
    type: Type.Optional(Enum(PURCHASE_TYPES, { description: 'Default ENTITLEMENT_GRANT' })),
  },
  { component: 'CreatePurchaseRequest' },
);
export const CreateProposalRequest = Closed(
  {
    ...request,
    type: Enum(PURCHASE_TYPES),
    paymentMode: Enum(PAYMENT_MODES, {
      description:
        'PREPAID: granted when the order is paid. POSTPAID: granted when approved, and then billed',
    }),
  },
  { component: 'CreateProposalRequest' },
);
export type PurchaseRequest = Static<typeof CreatePurchaseRequest>;

export const UpdateProposalStatus = Closed(
  { status: Enum(['APPROVE', 'DECLINE']) },
  { component: 'UpdateProposalStatus' },
);

const shared = {
  id: Type.String(),
  pricePlanId: Type.Optional(Type.String()),
  pricePlanVersion: Type.Optional(Type.Integer({ description: 'As of the time when the price was fixed' })),
  walletTopupDetails: Type.Optional(WalletTopupDetails),
  idempotencyKey: Type.Optional(Type.String()),
  status: Enum(PURCHASE_STATUSES),
  type: Enum(PURCHASE_TYPES),
  createdAt: DateTime(),
  updatedAt: Type.Optional(DateTime()),
};
const bought = {
  quantity: Type.Optional(quantity),
  rateCardQuantities: Type.Optional(rateCardQuantities),
  price: Type.Optional(ExactNumber({ description: 'Fixed when the purchase was created' })),
  invoiceCurrency: Type.Optional(Type.String()),
};
const purchase = {
  ...shared,
  ...bought,
  accountId: Type.String(),
  purchasePlanOverride: Type.Optional(PurchasePlanOverride),
  associationOverride: Type.Optional(CreatePricePlanDetailsOverride),
  effectiveFrom: Type.Optional(effectiveFrom),
  effectiveUntil: Type.Optional(effectiveUntil),
  expiryDate: Type.Optional(DateTime()),
  invoiceId: Type.Optional(Type.String({ description: 'The order, and the invoice that it becomes' })),
  comment: Type.Optional(Type.String({ description: 'The reason why nothing was granted' })),
};
export const Purchase = Closed(purchase, { component: 'Purchase' });

const PurchaseFeatureDetails = Closed(
  {
    id: Type.String({ description: 'Of the feature' }),
    name: Type.String(),
    creditsGranted: ExactNumber(),
    creditsAvailable: ExactNumber(),
    updatedAt: DateTime(),
    effectiveFrom: DateTime(),
    effectiveUntil: DateTime(),
  },
  { component: 'PurchaseFeatureDetails' },
);
export const GetPurchaseResponse = Closed(
  {
    ...purchase,
    purchasePlan: Type.Optional(PricePlanDetails),
    features: Type.Optional(
      Type.Array(PurchaseFeatureDetails, { description: 'The grants, one for each window of credits' }),
    ),
  },
  { component: 'GetPurchaseResponse' },
);

export const PurchasePage = PageOf(
  Closed({
    ...shared,
    ...bought,
    pricePlanName: Type.Optional(Type.String()),
    purchasePlan: Type.Optional(PricePlanDetails),
  }),
);

const response = {
  paymentMode: Enum(PAYMENT_MODES),
  proposalResponseDate: Type.Optional(DateTime({ description: 'When it was approved or declined' })),
};
export const Proposal = Closed({ ...purchase, ...response }, { component: 'Proposal' });

export const ProposalPage = PageOf(
  Closed({
    ...shared,
    updatedAt: DateTime(),
    pricePlanName: Type.Optional(Type.String()),
    expiryDate: Type.Optional(DateTime()),
    paymentMode: Enum(PAYMENT_MODES),
  }),
);

export const AccountParams = Type.Object({ account_id: Text(1, 50) });
export const PurchaseParams = Type.Object({ purchase_id: Text(1, 50) });
export const ProposalParams = Type.Object({ purchase_proposal_id: Text(1, 512) });
