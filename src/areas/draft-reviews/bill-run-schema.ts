import { Type } from 'typebox';
import { Closed, DateTime, Enum, ExactNumber, Nullable, Text } from '#platform/http/schemas.ts';
import { DraftReview } from './schema.ts';

export const BillRun = Closed(
  {
    id: Type.String({ description: 'Id of the job' }),
    status: Enum([
      'SCHEDULED',
      'PENDING',
      'INITIALIZED',
      'WAITING_FOR_CONFIRMATION',
      'IN_PROGRESS',
      'COMPLETED',
      'FAILED',
      'CANCELLED',
    ]),
    requestedBy: Type.Optional(Type.String({ description: 'Id of the user or of the API key' })),
    confirmedBy: Type.Optional(Type.String()),
    rejectedBy: Type.Optional(Type.String()),
    decidedByName: Type.Optional(
      Type.String({
        description: 'The name of the user who confirmed or rejected it; absent for an API key',
      }),
    ),
    decidedAt: Type.Optional(DateTime({ description: 'When it was confirmed or rejected' })),
    retryOf: Type.Optional(Type.String({ description: 'The bill run whose failed entries it repeats' })),
    createdAt: DateTime(),
    settledAt: Type.Optional(DateTime()),
    totalEntries: Type.Integer(),
    pendingEntries: Type.Integer(),
    completedEntries: Type.Integer(),
    failedEntries: Type.Integer(),
    heldEntries: Type.Integer({ description: 'Entries that were held back, or cancelled with the bill run' }),
    waitingForHooks: Type.Integer({
      description: 'Completed entries whose invoices wait for finalization hooks',
    }),
    issued: Type.Array(Closed({ currency: Type.String(), invoices: Type.Integer(), amount: ExactNumber() }), {
      description: 'By currency: invoices that it issued, with their totals',
    }),
    review: Type.Optional(DraftReview),
  },
  { component: 'BillRun' },
);

export const BillRunPage = Closed(
  {
    data: Type.Array(BillRun),
    nextToken: Nullable(Type.String({ maxLength: 500 })),
    outlook: Closed({
      pendingDrafts: Type.Integer({ description: 'Drafts that wait for a bill run now, at most 10,000' }),
      nextBillDate: Type.Optional(
        DateTime({ description: 'When the next draft that a bill run issues will wait for it' }),
      ),
      nextDrafts: Type.Integer({ description: 'Drafts that will wait from that day on' }),
    }),
  },
  { component: 'BillRunPage' },
);

export const BillRunParams = Type.Object({ bill_run_id: Text(1, 100) });
