import { type Static, Type } from 'typebox';
import { Closed, DateTime, Enum, ExactNumber, Extension, Text } from '#platform/http/schemas.ts';
import { EVENT_STATUSES } from '../statuses.ts';
import { CORRECTION_STATUSES, CorrectEventsQuery } from './schema.ts';

/** Maximum events that a preview corrects in order to see what changes: the latest ones. */
export const MAX_IN_PREVIEW = 500;
/** Maximum cycles that it compares; each may have a draft to recompute. */
export const MAX_CYCLES = 50;

const { action, account_id, id, event_id, event_source_time, created_at, ...added } =
  CorrectEventsQuery.properties;

const asMeter = Type.Optional(
  Extension(
    Text(1, 50, {
      description:
        'With REDO: shows what would happen if this usage meter counted the events whatever its filters ' +
        'and conditions say, with its units and its prices; what events are worth that no meter counts',
    }),
  ),
);

export const PreviewCorrectionQuery = Type.Object({
  ...{ action, account_id, id, event_id, event_source_time, created_at },
  ...{ schema_name: added.schema_name, status: added.status, from: added.from, until: added.until },
  account_ref: Type.Optional(
    Extension(Text(1, 512, { description: 'Selects events that wait for an account with this id or alias' })),
  ),
  as_account_id: Type.Optional(
    Extension(
      Text(1, 50, {
        description:
          'With REDO: shows what would happen if the events were of this account, as after adding an alias',
      }),
    ),
  ),
  as_usage_meter_id: asMeter,
});
export type PreviewCorrectionQuery = Static<typeof PreviewCorrectionQuery>;

const outcome = {
  status: Enum(CORRECTION_STATUSES),
  ingestionStatus: Enum(EVENT_STATUSES, { description: 'The status of the events afterwards' }),
  reason: Type.Optional(Type.String({ description: 'Why the events cannot be corrected' })),
  events: Type.Integer(),
};
const usage = {
  accountId: Type.String(),
  usageMeterId: Type.String(),
  usageMeterName: Type.String(),
  from: DateTime({ description: 'The cycle, or the time of the events if no plan prices them' }),
  until: DateTime({ description: 'Exclusive' }),
  before: ExactNumber(),
  after: ExactNumber(),
};
const invoice = {
  invoiceId: Type.String(),
  sequenceId: Type.Optional(Type.String()),
  accountId: Type.String(),
  status: Type.String({ description: 'Only a draft follows its usage' }),
  currency: Type.String(),
  before: ExactNumber(),
  after: ExactNumber(),
};
const credits = {
  accountId: Type.String(),
  featureId: Type.String(),
  before: ExactNumber({ description: 'The balance' }),
  after: ExactNumber(),
};

export const CorrectionPreview = Closed(
  {
    events: Type.Integer({ description: 'Selected events, at most 10,000' }),
    previewed: Type.Integer({ description: 'Those that the preview has corrected and taken back' }),
    isComplete: Type.Boolean({ description: 'Whether the amounts cover all of them' }),
    outcomes: Type.Array(Closed(outcome)),
    usage: Type.Array(Closed(usage), { description: 'Quantities that change' }),
    invoices: Type.Array(Closed(invoice), { description: 'Invoices of the cycles of the events' }),
    credits: Type.Array(Closed(credits), { description: 'Balances of feature credits that change' }),
  },
  { component: 'CorrectionPreview' },
);
