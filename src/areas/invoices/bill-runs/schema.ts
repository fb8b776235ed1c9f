import { type Static, Type } from 'typebox';
import { Closed, List, Text } from '#platform/http/schemas.ts';

/**
 * From the first instant of the year 1 to the last millisecond of 9999, the range that the database accepts.
 */
const EpochMs = (description: string) =>
  Type.Integer({ minimum: -62_135_596_800_000, maximum: 253_402_300_799_999, description });

export const CreateBillRunRequest = Closed(
  {
    invoiceIds: Type.Optional(
      List(Text(1, 100), {
        minItems: 1,
        maxItems: 1000,
        uniqueItems: true,
        description: 'Each must be a pending invoice that matches the filters, if there are any',
      }),
    ),
    filters: Type.Optional(
      Closed({
        ownerId: Type.Optional(Text(1, 50)),
        customerId: Type.Optional(Text(1, 50)),
        pricePlanId: Type.Optional(Text(1, 50)),
        startTime: Type.Optional(EpochMs('Epoch milliseconds: invoice dates from here on')),
        endTime: Type.Optional(EpochMs('Epoch milliseconds: invoice dates before this')),
      }),
    ),
  },
  { component: 'CreateBillRunRequest' },
);
export type CreateBillRunRequest = Static<typeof CreateBillRunRequest>;

export const CreateBillRunQuery = Type.Object({
  require_confirmation: Type.Optional(
    Type.Boolean({ description: 'If true, the job waits until it is confirmed; default false' }),
  ),
});

export const BillRunStarted = Closed(
  {
    success: Type.Boolean(),
    jobId: Type.String({ description: 'The job that finalizes the invoices, one entry for each' }),
  },
  { component: 'BillRunStarted' },
);
