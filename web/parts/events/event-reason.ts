import type { UncountedEvents } from '../../api/generated/types.ts';
import type { Translate } from '../../messages/catalogs.ts';
import type texts from '../../messages/en/uncounted.json';
import type { EventStatus } from '../event-status.ts';
import { translateReason } from './translate-reason.ts';

type Say = Translate<keyof typeof texts>;

type Reason = Pick<UncountedEvents, 'status' | 'reason' | 'accountRef'>;

/** In one sentence, why events are not counted: what the service found, or what the status means. */
export function reasonOf({ status, reason, accountRef }: Reason, say: Say): string {
  if (status === 'INGESTION_FAILED_ACCOUNT_NOT_FOUND' && accountRef !== undefined)
    return say('reason.account', { ref: accountRef });
  if (reason === undefined || !IS_A_SENTENCE.test(reason)) return meaningOf({ status, reason }, say);
  return translateReason(reason, say);
}

/** The service explains a meter's decision in a whole sentence, and other problems in half of one. */
const IS_A_SENTENCE = /^[A-Z].*\.$/s;

function meaningOf({ status, reason }: Pick<UncountedEvents, 'status' | 'reason'>, say: Say): string {
  const meaning = say(`reason.${status}`);
  if (reason === undefined || ALWAYS_THE_SAME.includes(status)) return meaning;
  return `${meaning.replace(/\.$/, '')}: ${translateReason(reason, say).replace(/\.$/, '')}.`;
}

const ALWAYS_THE_SAME: readonly EventStatus[] = [
  'INGESTION_FAILED_ACCOUNT_NOT_FOUND',
  'INGESTION_FAILED_DUPLICATE_EVENT',
  'REVERTED',
];

/** What helps: a sentence, and the place where to do it. */
export interface Remedy {
  todo: keyof typeof texts & `todo.${string}`;
  open?: { label: keyof typeof texts & `open${string}`; path: '/meters' | '/schemas' | '/credits' };
  /** Whether the events have to be reprocessed afterwards; waiting ones are processed by themselves. */
  isReprocessed: boolean;
}

const METERS: Remedy = {
  todo: 'todo.meters',
  open: { label: 'openMeters', path: '/meters' },
  isReprocessed: true,
};
const SENDER: Remedy = {
  todo: 'todo.sender',
  open: { label: 'openSchemas', path: '/schemas' },
  isReprocessed: true,
};

const REMEDIES: Partial<Record<EventStatus, Remedy>> = {
  INGESTION_COMPLETED_EVENT_METERED: METERS,
  INGESTION_COMPLETED_EVENT_NOT_METERED: METERS,
  INGESTION_COMPLETED_NO_MATCHING_METERS: METERS,
  INGESTION_FAILED: SENDER,
  INGESTION_FAILED_SCHEMA_NOT_DEFINED: {
    todo: 'todo.schema',
    open: { label: 'openSchemas', path: '/schemas' },
    isReprocessed: false,
  },
  INGESTION_FAILED_ENRICHMENT_FAILED: SENDER,
  INGESTION_FAILED_NO_EVENT_ID: SENDER,
  INGESTION_FAILED_INVALID_NAMED_LICENSE_EVENT: SENDER,
  INGESTION_FAILED_UNITS_INVALID: { ...METERS, todo: 'todo.units' },
  INGESTION_FAILED_PAST_GRACE_PERIOD: { todo: 'todo.late', isReprocessed: false },
  INGESTION_FAILED_ACCOUNT_NOT_FOUND: { todo: 'todo.account', isReprocessed: false },
  INGESTION_FAILED_INSUFFICIENT_CREDITS: {
    todo: 'todo.credits',
    open: { label: 'openCredits', path: '/credits' },
    isReprocessed: true,
  },
};

/** Null if there is nothing to do: counted once already, reverted on purpose, or still waiting. */
export function remedyOf(status: EventStatus): Remedy | null {
  return REMEDIES[status] ?? null;
}
