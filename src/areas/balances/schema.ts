import { Type } from 'typebox';
import { INVOICE_STATUSES } from '#areas/invoices/index.ts';
import { MAX_AMOUNT } from '#core/money.ts';
import { Closed, DateTime, Enum, ExactNumber, Nullable, Text } from '#platform/http/schemas.ts';

export const CreditParams = Type.Object({ credit_id: Text(1, 255) });
export const AccountParams = Type.Object({ account_id: Text(1, 50) });

const Draw = Closed(
  {
    creditId: Type.Optional(Type.String({ description: 'Absent: a credit that would be granted' })),
    purpose: Type.String(),
    lineId: Type.String(),
    description: Type.String({ description: 'Of the line' }),
    amountBefore: ExactNumber(),
    amountAfter: ExactNumber(),
  },
  { component: 'PreviewedDraw', description: 'The part of a line that a credit pays' },
);

const PreviewedInvoice = Closed(
  {
    invoiceId: Type.String(),
    sequenceId: Type.Optional(Type.String({ description: 'The number of the invoice' })),
    accountId: Type.String(),
    startDate: DateTime(),
    endDate: DateTime({ description: 'Exclusive' }),
    currency: Type.String({ description: 'The currency of every amount here' }),
    statusBefore: Enum(INVOICE_STATUSES),
    statusAfter: Enum(INVOICE_STATUSES),
    totalBefore: ExactNumber(),
    totalAfter: ExactNumber(),
    paidBefore: ExactNumber(),
    paidAfter: ExactNumber(),
    heldBefore: ExactNumber({ description: 'Held by the wallet while the invoice is a DRAFT' }),
    heldAfter: ExactNumber(),
    amountDueBefore: ExactNumber({ description: 'The total, less payments and money that is held' }),
    amountDueAfter: ExactNumber(),
    draws: Type.Array(Draw, { description: 'Of a DRAFT: the lines that credits pay otherwise than before' }),
  },
  { component: 'PreviewedInvoice' },
);

const effect = {
  invoices: Type.Array(PreviewedInvoice, { description: 'Open invoices and drafts that would change' }),
  omittedAccounts: Type.Integer({
    description: 'Accounts whose drafts are not computed, because there are too many in one request',
  }),
};

const PreviewedGrant = Closed(
  {
    accountId: Type.String(),
    accountName: Type.Optional(Type.String()),
    currency: Type.Optional(Type.String()),
    creditAmount: ExactNumber(),
    drawnAmount: Type.Optional(ExactNumber({ description: 'The part that drafts would take now' })),
    isRepeated: Type.Boolean({
      description: 'Its idempotency key has a credit already, so that nothing would be granted',
    }),
    problem: Type.Optional(
      Closed(
        { code: Type.String(), message: Type.String() },
        { description: 'The reason for which the grant would be rejected' },
      ),
    ),
  },
  { component: 'PreviewedGrant' },
);

export const CreditsPreview = Closed(
  {
    grants: Type.Array(PreviewedGrant, { description: 'In the order of the requests' }),
    ...effect,
  },
  { component: 'CreditsPreview' },
);

export const CreditVoidPreview = Closed(
  {
    currency: Type.String(),
    voidedAmount: ExactNumber({ description: 'The rest of the credit' }),
    ...effect,
  },
  { component: 'CreditVoidPreview' },
);

const amount = ExactNumber({ exclusiveMinimum: '0', maximum: MAX_AMOUNT });
export const PreviewWalletRequest = Closed(
  {
    action: Enum(['TOP_UP', 'ALLOCATE', 'CONVERT', 'ACTIVATE']),
    amount: Type.Optional(amount),
    invoiceId: Type.Optional(Text(1, 50, { description: 'Of ALLOCATE' })),
  },
  { component: 'PreviewWalletRequest' },
);

export const WalletPreview = Closed(
  {
    currency: Type.String({ description: 'The currency of every amount here' }),
    balanceBefore: ExactNumber(),
    balanceAfter: ExactNumber(),
    heldBefore: ExactNumber({ description: 'Held for drafts' }),
    heldAfter: ExactNumber(),
    creditAmount: Type.Optional(ExactNumber({ description: 'Of CONVERT: the credit that would be granted' })),
    autoTopup: Nullable(
      Closed(
        { threshold: ExactNumber(), topupAmount: ExactNumber() },
        {
          description: 'The automatic top-up that the lower balance would start; null if it starts none',
        },
      ),
    ),
    ...effect,
  },
  { component: 'WalletPreview' },
);
