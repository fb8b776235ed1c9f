import { type Static, Type } from 'typebox';
import { SCOPE_GROUPS } from '#core/credits/index.ts';
import { MAX_AMOUNT } from '#core/money.ts';
import {
  Closed,
  DateTime,
  Enum,
  ExactNumber,
  List,
  Name,
  Nullable,
  PageOf,
  PlainDate,
  Text,
} from '#platform/http/schemas.ts';

export const CREDIT_STATUSES = ['ACTIVE', 'CONSUMED', 'EXPIRED', 'VOIDED'] as const;
export type CreditStatus = (typeof CREDIT_STATUSES)[number];
const TRANSACTION_TYPES = ['CREDITED', 'DEBITED', 'EXPIRED', 'VOIDED'] as const;
export type TransactionType = (typeof TRANSACTION_TYPES)[number];

/** Maximum grants per request. */
export const MAX_GRANTS = 100;
/** Maximum transactions in the response for a credit. */
export const MAX_TRANSACTIONS = 1000;

const applicableEntityIds = {
  description:
    'Usage meters, add-ons and features that the credit may pay for, and the groups ' +
    `${Object.keys(SCOPE_GROUPS).join(', ')}. Absent, null or empty: everything.`,
};
const effectiveUntil = PlainDate({ description: 'The last day. Absent or 9999-01-01: no end' });

export const CreditRequest = Closed(
  {
    accountId: Text(1, 50),
    purpose: Name(1, 255),
    applicableEntityIds: Type.Optional(
      Nullable(List(Text(1, 50), { maxItems: 100, uniqueItems: true, ...applicableEntityIds })),
    ),
    effectiveFrom: PlainDate({ description: 'The first day' }),
    effectiveUntil: Type.Optional(Nullable(effectiveUntil)),
    creditAmount: ExactNumber({
      exclusiveMinimum: '0',
      maximum: MAX_AMOUNT,
      description: 'With at most the digits of the currency of the account',
    }),
    priority: Type.Integer({ minimum: 1, maximum: 100, description: 'Lower values are spent first' }),
    grantorId: Type.Optional(Nullable(Text(1, 255, { description: 'The origin of the credit' }))),
    idempotencyKey: Type.Optional(
      Nullable(
        Text(1, 255, {
          description:
            'Permanent, one credit per account and key: a repeated grant returns the credit of the first.',
        }),
      ),
    ),
  },
  { component: 'CreditRequest' },
);
export type CreditRequest = Static<typeof CreditRequest>;

export const CreateCreditRequest = Closed(
  {
    creditRequests: List(CreditRequest, { minItems: 1, maxItems: MAX_GRANTS }),
  },
  { component: 'CreateCreditRequest' },
);

const credit = {
  id: Text(0, 50),
  customerId: Type.String(),
  accountId: Type.String(),
  purpose: Type.String(),
  applicableEntityIds: Type.Optional(Type.Array(Type.String(), applicableEntityIds)),
  effectiveFrom: PlainDate(),
  effectiveUntil: Type.Optional(effectiveUntil),
  status: Enum(CREDIT_STATUSES),
  creditAmount: ExactNumber(),
  creditUnit: Type.String({ description: 'The currency' }),
  holdAmount: ExactNumber({ description: 'The part that drafts would take now' }),
  consumedAmount: ExactNumber({ description: 'The part that finalized invoices took' }),
  priority: Type.Integer(),
  grantorId: Type.Optional(Type.String()),
  idempotencyKey: Type.Optional(Type.String()),
  createdAt: DateTime(),
  updatedAt: DateTime(),
};
export const Credit = Closed(credit, { component: 'Credit' });
export type Credit = Static<typeof Credit>;
export const CreditPage = PageOf(Credit);

const CreditTransaction = Closed(
  {
    id: Text(0, 50),
    creditId: Type.String(),
    transactionType: Enum(TRANSACTION_TYPES),
    invoiceId: Type.Optional(Type.String()),
    entityId: Type.Optional(Type.String({ description: 'The origin of the credit' })),
    amount: ExactNumber(),
    createdAt: DateTime(),
  },
  { component: 'CreditTransaction' },
);

export const CreditDetails = Closed(
  {
    ...credit,
    transactions: Type.Array(CreditTransaction, {
      description: `The oldest first; of more than ${MAX_TRANSACTIONS}, the newest ones`,
    }),
  },
  { component: 'CreditDetails' },
);

export const CreditBalance = Closed(
  {
    activeCredits: ExactNumber({ description: 'The sum of the grants' }),
    availableBalance: ExactNumber({ description: 'The balance before the running drafts' }),
    runningBalance: ExactNumber({ description: 'The balance after the running drafts have taken theirs' }),
    inapplicableCredits: ExactNumber({
      description: 'The part that no draft can use yet, or that applies to other lines',
    }),
    unit: Type.String({ description: 'The currency' }),
    lastUpdatedAt: DateTime(),
  },
  { component: 'CreditBalance' },
);

export const CreditParams = Type.Object({ credit_id: Text(1, 255) });
export const AccountParams = Type.Object({ account_id: Text(1, 50) });
