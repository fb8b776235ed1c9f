import { Type } from 'typebox';
import { Closed, DateTime, Enum, ExactNumber, Text } from '#platform/http/schemas.ts';
import { INVOICE_STATUSES } from '../schema.ts';

export const PreviewSchedulesParams = Type.Object({ account_id: Text(1, 50) });

const PreviewedBill = Closed(
  {
    startDate: DateTime(),
    endDate: DateTime({ description: 'Exclusive; as it is afterwards' }),
    currency: Type.String(),
    invoiceId: Type.Optional(Type.String({ description: 'The draft as it is now; absent: there is none' })),
    totalBefore: Type.Optional(ExactNumber({ description: 'Absent: there is no invoice of this time now' })),
    totalAfter: Type.Optional(ExactNumber({ description: 'Absent: the draft would be dropped' })),
    statusAfter: Type.Optional(
      Enum(INVOICE_STATUSES, { description: 'Other than DRAFT: it would be issued at once, in advance' }),
    ),
  },
  { component: 'PreviewedBill' },
);

export const SchedulesPreview = Closed(
  {
    bills: Type.Array(PreviewedBill, {
      description:
        'Each draft of the account, with its total now and afterwards, and invoices that would begin at once',
    }),
  },
  { component: 'SchedulesPreview' },
);
