import { Type } from 'typebox';
import {
  Closed,
  DateTime,
  Enum,
  ExactNumber,
  Extension,
  PageOf,
  Text,
  TextMap,
} from '#platform/http/schemas.ts';

export const JOB_TYPES = ['PRICE_PLAN', 'EVENT_CORRECTIONS', 'BILL_RUN'] as const;
export const JOB_STATUSES = [
  'SCHEDULED',
  'PENDING',
  'INITIALIZED',
  'WAITING_FOR_CONFIRMATION',
  'IN_PROGRESS',
  'COMPLETED',
  'FAILED',
  'CANCELLED',
] as const;
export const JOB_ENTRY_STATUSES = ['PENDING', 'IN_PROGRESS', 'COMPLETED', 'FAILED', 'CANCELLED'] as const;

export type JobType = (typeof JOB_TYPES)[number];
export type JobStatus = (typeof JOB_STATUSES)[number];
export type JobEntryStatus = (typeof JOB_ENTRY_STATUSES)[number];

const metadata = TextMap({ maxProperties: 50, maxKey: 40, maxValue: 500 });
const summary = {
  id: Type.String(),
  type: Enum(JOB_TYPES),
  status: Enum(JOB_STATUSES),
  updatedAt: DateTime(),
};

export const Job = Closed(
  {
    ...summary,
    settledAt: Type.Optional(DateTime({ description: 'When the job was completed, failed or cancelled' })),
    totalJobEntries: Type.Integer(),
    pendingJobEntries: Type.Integer({
      description: 'Entries that have not ended, including those in progress',
    }),
    failedJobEntries: Type.Integer(),
    completedJobEntries: Type.Integer(),
    metadata: Type.Optional(metadata),
  },
  { component: 'Job' },
);

/** The list contains fewer members of each job. */
export const JobPage = PageOf(Closed(summary));

const JobEntry = Closed(
  {
    entityId: Type.String({ description: 'The subject of the entry, such as the invoice of a bill run' }),
    jobId: Type.String(),
    status: Enum(JOB_ENTRY_STATUSES),
    createdAt: DateTime(),
    metadata: Type.Optional(metadata),
    customerId: Type.Optional(Extension(Type.String({ description: "Of a bill run's invoice" }))),
    accountId: Type.Optional(Extension(Type.String({ description: "Of a bill run's invoice" }))),
    amount: Type.Optional(
      Extension(ExactNumber({ description: "The total of a bill run's invoice; for a draft as of now" })),
    ),
    currency: Type.Optional(Extension(Type.String({ description: 'Currency of the amount' }))),
  },
  { component: 'JobEntry' },
);
export const JobEntryPage = PageOf(JobEntry);

export const ConfirmJobRequest = Closed(
  {
    reviewVersion: Type.Optional(
      Extension(
        Type.Integer({
          minimum: 1,
          description:
            'Of a bill run: the version of its draft review that you have seen. If it has changed since, ' +
            'the bill run is not confirmed.',
        }),
      ),
    ),
  },
  { component: 'ConfirmJobRequest' },
);

export const JobParams = Type.Object({ job_id: Text(1, 100) });
