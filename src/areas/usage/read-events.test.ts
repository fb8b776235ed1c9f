import { describe, expect, it } from 'vitest';
import { readEvents } from './read-events.ts';

const event = {
  ...{ schemaName: 'ride', id: 'e1', timestamp: '2030-01-01T00:00:00Z', accountId: 'a1' },
  attributes: [{ name: 'distance', value: '1' }],
  dimensions: { city: 'Riga' },
};
const attribute = (value: string) => ({ ...event, attributes: [{ name: 'distance', value }] });

describe('refused events', () => {
  it.each([
    //  event                                                                       message
    [null, /^body: must be an object/],
    [7, /^body: must be an object/],
    [[[[[]]]], /^body: must be an object/],
    [{}, /schemaName: is required/],
    [{ ...event, schemaName: '' }, /^schemaName: must not be empty/],
    [{ ...event, schemaName: 'x'.repeat(51) }, /^schemaName: must have at most 50 characters/],
    [{ ...event, id: 'x'.repeat(513) }, /^id: must have at most 512 characters/],
    [{ ...event, id: null }, /^id: must be a string/],
    [{ ...event, timestamp: 'yesterday' }, /^timestamp: must be an ISO 8601 date-time/],
    [{ ...event, timestamp: '2030-02-30T00:00:00Z' }, /^timestamp: must be an ISO 8601 date-time/],
    [{ ...event, timestamp: 1_700_000_000 }, /^timestamp: must be a date-time string/],
    [{ ...event, timestamp: '1969-12-31T23:59:59Z' }, /^timestamp: must lie between the years 1970/],
    [{ ...event, timestamp: '9999-01-01T00:00:00Z' }, /^timestamp: must lie between the years 1970/],
    [{ ...event, extra: 1 }, /^unknown field extra/],
    [{ ...event, attributes: {} }, /^attributes: must be an array/],
    [{ ...event, attributes: Array(11).fill(event.attributes[0]) }, /^attributes: must have at most 10/],
    [{ ...event, attributes: Array(2).fill(event.attributes[0]) }, /^attributes: distance is given twice$/],
    [attribute('1e3'), /^attributes\[0\]\.value: must match/],
    [attribute('.5'), /must match/],
    [attribute('+5'), /must match/],
    [attribute('9'.repeat(513)), /must match/],
    [attribute('NaN'), /must match/],
    [attribute(`1.${'0'.repeat(70_000)}`), /must have at most 65536 characters|must be at most 64 KiB/],
    [{ ...event, dimensions: { city: '' } }, /^dimensions\.city: must not be empty/],
    [{ ...event, dimensions: { city: 'x'.repeat(201) } }, /must have at most 200 characters/],
    [{ ...event, dimensions: { city: 5 } }, /^dimensions\.city: must be a string/],
    [{ ...event, dimensions: [] }, /^dimensions: must be an object/],
  ])('case %#', (sent, message) => {
    const { accepted, refused } = readEvents([event, sent]);
    expect(accepted).toHaveLength(1);
    expect(refused).toEqual([expect.objectContaining({ index: 1, message: expect.stringMatching(message) })]);
  });

  it('an event of more than 64 KiB, counted in bytes', () => {
    const dimensions = Object.fromEntries(
      Array.from({ length: 90 }, (_, i) => [`dimension ${i}`, '😀'.repeat(200)]),
    );
    const { refused } = readEvents([{ ...event, dimensions }]); // 90 × 800 bytes
    expect(refused[0]?.message).toBe('must be at most 64 KiB');
  });

  it('names the event by its place and id, cut to size', () => {
    const { refused } = readEvents([{ id: 'x'.repeat(100_000) }, { id: 7 }]);
    expect(refused.map(({ index, id }) => [index, id?.length])).toEqual([
      [0, 200],
      [1, undefined],
    ]);
  });
});

it('reads the same request a second time', () => {
  const request = [event, { ...event, attributes: null }];
  expect(readEvents(request)).toEqual(readEvents(request));
  expect(request[0]).toBe(event);
  expect(event.timestamp).toBe('2030-01-01T00:00:00Z');
});

it.each([
  // any ISO form, microseconds kept, no offset means UTC
  ['2030-01-01T00:00:00Z', '2030-01-01T00:00:00Z'],
  ['2030-01-01T00:00:00', '2030-01-01T00:00:00Z'],
  ['2030-01-01T00:00', '2030-01-01T00:00:00Z'],
  ['2030-01-01T00:00:00.123456789-08:00', '2030-01-01T08:00:00.123456Z'],
  ['2030-01-01T00:00:00,5-0800', '2030-01-01T08:00:00.5Z'],
  ['2030-01-01 00:00:00+05:45', '2029-12-31T18:15:00Z'],
])('timestamp %s is %s', (timestamp, instant) => {
  const { accepted } = readEvents([{ ...event, timestamp }]);
  expect(accepted[0]?.timestamp.toString()).toBe(instant);
});
