import { expect, it } from 'vitest';
import type { UncountedEvents } from '../../../api/generated/types.ts';
import { setClock } from '../../../format/time.ts';
import type { ShownEvent } from './event-detail.tsx';
import { correctedBy, groupLike, inputLike, uncountedInput } from './uncounted-view.ts';

const NOT_METERED = 'INGESTION_COMPLETED_EVENT_NOT_METERED';
const NOT_FOUND = 'INGESTION_FAILED_ACCOUNT_NOT_FOUND';
const event = (status: string, statusDescription: string, accountId = 'a1') =>
  ({
    eventPayload: { schemaName: 'call', accountId, timestamp: '2030-01-31T12:00:00.000Z' },
    ingestionStatus: { status, statusDescription },
    eventPipelineInfo: status === NOT_FOUND ? {} : { account: { id: 'a1', name: 'A' } },
  }) as ShownEvent;
const group = (status: string, reason: string, accountRef?: string) =>
  ({ status, reason, isCountedByOthers: false, ...(accountRef && { accountRef }) }) as UncountedEvents;

it('a day is from midnight to midnight', () => {
  expect(uncountedInput({ account_id: 'a1', day: '2030-01-31' })).toEqual({
    ...{ account_id: 'a1', from: '2030-01-31T00:00:00.000Z', until: '2030-02-01T00:00:00.000Z' },
  });
  expect(uncountedInput({})).toEqual({});
});

it('an event is compared with those of its schema and account: of the last days, or around it', () => {
  setClock('2030-02-10T00:00:00.000Z');
  expect(inputLike(event(NOT_FOUND, 'x'))).toEqual({ schema_name: 'call' });
  const until = '2030-02-01T12:00:00.000Z';
  // Its sender is ahead of the clock.
  setClock('2030-01-31T11:00:00.000Z');
  expect(inputLike(event(NOT_FOUND, 'x'))).toEqual({ schema_name: 'call', until });
  setClock('2030-06-01T00:00:00.000Z');
  expect(inputLike(event(NOT_METERED, 'x'))).toEqual({ schema_name: 'call', account_id: 'a1', until });
  expect(inputLike(event(NOT_FOUND, 'x'))).toEqual({ schema_name: 'call', until });
});

it('events are alike with the same reason, or sent for the same unknown account', () => {
  const groups = [
    group(NOT_METERED, 'us'),
    group(NOT_METERED, 'ap'),
    group(NOT_FOUND, 'no account b', 'b'),
    group(NOT_FOUND, 'no account c', 'c'),
  ];
  expect(groupLike(event(NOT_METERED, 'ap'), groups)?.reason).toBe('ap');
  expect(groupLike(event(NOT_FOUND, 'no account c', 'c'), groups)?.accountRef).toBe('c');
  expect(groupLike(event(NOT_METERED, 'other'), groups)).toBeNull();
  expect(groupLike(event('INGESTION_COMPLETED_EVENT_METERED', ''), groups)).toBeNull();
});

it('an event is corrected by its id, and one without by its reference and its account', () => {
  const found = event(NOT_METERED, 'x', 'alias');
  const withId = { ...found, eventPayload: { ...found.eventPayload, id: 'e1' } };
  expect(correctedBy(withId)).toEqual({ body: { event: withId.eventPayload } });
  expect(correctedBy({ ...found, referenceId: 'r1' })).toEqual({ account_id: 'a1', id: 'r1' });
});
