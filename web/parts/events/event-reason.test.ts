import { expect, it } from 'vitest';
import english from '../../messages/en/uncounted.json' with { type: 'json' };
import { fill, type Values } from '../../messages/fill.ts';
import { eventStatus } from '../event-status.ts';
import { reasonOf, remedyOf } from './event-reason.ts';

const texts: Readonly<Record<string, string>> = english;
const say = ((key: string, values?: Values) =>
  key.startsWith('why.') ? fill(texts[key] ?? '', values) : `${key}.`) as Parameters<typeof reasonOf>[1];
const METER =
  "No meter counted this event: meter 'eu' requires region = 'eu', and the event has region = 'us'.";

it.each([
  ['INGESTION_COMPLETED_EVENT_NOT_METERED', METER, METER],
  ['INGESTION_FAILED', 'missing attribute calls', 'reason.INGESTION_FAILED: missing attribute calls.'],
  ['INGESTION_FAILED_UNITS_INVALID', 'it fails.', 'reason.INGESTION_FAILED_UNITS_INVALID: it fails.'],
  // Their sentence says all.
  ['INGESTION_FAILED_ACCOUNT_NOT_FOUND', 'no account has …', 'reason.INGESTION_FAILED_ACCOUNT_NOT_FOUND.'],
  ['REVERTED', 'undone by a correction', 'reason.REVERTED.'],
  ['INGESTION_FAILED_NO_EVENT_ID', undefined, 'reason.INGESTION_FAILED_NO_EVENT_ID.'],
] as const)('%s with %s', (status, reason, expected) => {
  expect(reasonOf({ status, reason }, say)).toBe(expected);
});

it('names the account as it was sent', () => {
  const found = { status: 'INGESTION_FAILED_ACCOUNT_NOT_FOUND', accountRef: 'acme-eu' } as const;
  const fill = ((key: string, { ref }: { ref: string }) => `${key} ${ref}`) as never;
  expect(reasonOf(found, fill)).toBe('reason.account acme-eu');
});

it('every failure has a remedy, except what counted before or was reverted', () => {
  const without = eventStatus.all.filter((status) => remedyOf(status) === null);
  expect(without).toEqual([
    'INGESTION_IN_PROGRESS',
    'INGESTION_FAILED_DUPLICATE_EVENT',
    'REVERTED',
    'UNKNOWN',
  ]);
});
