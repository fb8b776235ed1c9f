import { Type } from 'typebox';
import { Closed, Enum, ExactNumber, List } from '#platform/http/schemas.ts';

const DESTINATIONS = [
  ...(['PROVIDER', 'MANUAL', 'WALLET', 'INVOICE', 'CREDITS', 'GROUP_INVOICE', 'LATER'] as const),
] as const;
export type RefundDestination = (typeof DESTINATIONS)[number];

export const PreviewRefundRequest = Closed(
  {
    amount: Type.Optional(
      ExactNumber({
        description: 'Of a credit note, before taxes; absent: the refund of everything that was paid',
      }),
    ),
  },
  { component: 'PreviewRefundRequest' },
);

const Part = Closed(
  {
    to: Enum(DESTINATIONS, {
      description:
        'PROVIDER: back the way it was collected. MANUAL: somebody has to pay it back. WALLET: of the ' +
        'account. INVOICE: reduces what is owed on the invoice. CREDITS: restored. GROUP_INVOICE: reduces ' +
        'the invoice of the group. LATER: the credit note is a draft that waits for its registration',
    }),
    amount: ExactNumber(),
  },
  { component: 'RefundPart' },
);

export const RefundPreview = Closed(
  {
    way: Enum(['REFUND', 'CREDIT_NOTE'] as const, {
      description: 'REFUND: `PATCH` the invoice with REFUND_INITIATED. CREDIT_NOTE: create one',
    }),
    currency: Type.String(),
    amount: ExactNumber({ description: 'Of money, with taxes; without restored credits' }),
    tax: Type.Optional(ExactNumber({ description: 'Of it, of a credit note' })),
    parts: List(Part, { maxItems: DESTINATIONS.length }),
    walletTaken: Type.Optional(
      ExactNumber({ description: 'What leaves the wallet with the refund of a top-up' }),
    ),
  },
  { component: 'RefundPreview' },
);
