import { type Static, type TBoolean, Type } from 'typebox';
import { Closed, DateTime, Enum, ExactNumber, Nullable } from '#platform/http/schemas.ts';

/** More of a kind are not counted. */
export const MAX_COUNTED = 1000;
/** Hours of `events`: the last day, and the one before to compare it with. */
export const HOURS = 48;
/** Days of `issued`; as many before them are `issuedBefore`. */
export const DAYS = 30;
/** Days in which rejected events and failed deliveries count as recent. */
export const RECENT_DAYS = 7;

export const ATTENTION_KINDS = [
  'DUE_DRAFTS',
  'OVERDUE_INVOICES',
  'PENDING_APPROVALS',
  'REJECTED_EVENTS',
  'ACTIVE_INCIDENTS',
  'FAILED_DELIVERIES',
  'FAILING_WORK',
] as const;
export type AttentionKind = (typeof ATTENTION_KINDS)[number];

/** In the order in which a new integration gets there. */
export const SETUP_STEPS = ['meter', 'plan', 'account', 'schedule', 'event', 'invoice'] as const;
export type SetupStep = (typeof SETUP_STEPS)[number];

const EventHour = Closed(
  {
    startsAt: DateTime(),
    counted: Type.Integer({ description: 'Counted by a meter' }),
    notCounted: Type.Integer({ description: 'Accepted, but counted by no meter, or not processed yet' }),
    rejected: Type.Integer(),
  },
  { component: 'OverviewHour' },
);
export type EventHour = Static<typeof EventHour>;

const Sales = Closed(
  {
    currency: Type.String(),
    issued: ExactNumber({
      description: `Total of the invoices of the last ${DAYS} days, without void and merged ones`,
    }),
    issuedBefore: ExactNumber({ description: `The same for the ${DAYS} days before` }),
    balanceDue: ExactNumber({ description: 'What is left to pay of due invoices' }),
    overdueAmount: ExactNumber({ description: 'The part of it whose due date has passed' }),
  },
  { component: 'OverviewSales' },
);

export const Overview = Closed(
  {
    asOf: DateTime(),
    events: Nullable(
      Type.Array(EventHour, {
        description: `The last ${HOURS} hours, by the events' own time; null without events:read`,
      }),
    ),
    sales: Nullable(Type.Array(Sales, { description: 'By currency; null without invoices:read' })),
    setup: Closed(
      Object.fromEntries(SETUP_STEPS.map((step) => [step, Type.Boolean()])) as Record<SetupStep, TBoolean>,
      { description: 'Whether there is any of what a first invoice needs', component: 'OverviewSetup' },
    ),
    attention: Type.Array(
      Closed({
        kind: Enum(ATTENTION_KINDS),
        count: Type.Integer({ description: `${MAX_COUNTED} stands for as many or more` }),
      }),
      { description: 'What waits for somebody, of what the caller may read; kinds without any are absent' },
    ),
  },
  { component: 'Overview' },
);
export type Overview = Static<typeof Overview>;
