import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileBody } from '#platform/http/validation.ts';
import { readEvents } from './read-events.ts';
import { readPlainEvent } from './read-plain-event.ts';
import { Event } from './schema.ts';

const event = {
  ...{ schemaName: 'ride', id: 'e1', timestamp: '2030-01-01T00:00:00Z', accountId: 'a1' },
  attributes: [{ name: 'distance', value: '1' }],
  dimensions: { city: 'Riga' },
};
const attribute = (value: string) => ({ ...event, attributes: [{ name: 'distance', value }] });

describe('rejected events', () => {
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
    [{ ...event, timestamp: 1_700_000_000 }, /^timestamp: must be an ISO 8601 date-time string/],
    [{ ...event, timestamp: '1969-12-31T23:59:59Z' }, /^timestamp: must be between the years 1970/],
    [{ ...event, timestamp: '9999-01-01T00:00:00Z' }, /^timestamp: must be between the years 1970/],
    [{ ...event, extra: 1 }, /^unknown field extra/],
    [{ ...event, attributes: {} }, /^attributes: must be an array/],
    [{ ...event, attributes: Array(11).fill(event.attributes[0]) }, /^attributes: must have at most 10/],
    [{ ...event, attributes: Array(2).fill(event.attributes[0]) }, /^attributes: distance is repeated$/],
    [attribute('1e3'), /^attributes\[0\]\.value: must be a decimal number/],
    [attribute('.5'), /must be a decimal number/],
    [attribute('+5'), /must be a decimal number/],
    [attribute('9'.repeat(513)), /must be a decimal number/],
    [attribute('NaN'), /must be a decimal number/],
    [attribute(`1.${'0'.repeat(70_000)}`), /must have at most 65536 characters|must be at most 64 KiB/],
    [{ ...event, dimensions: { city: '' } }, /^dimensions\.city: must not be empty/],
    [{ ...event, dimensions: { city: 'x'.repeat(201) } }, /must have at most 200 characters/],
    [{ ...event, dimensions: { city: 5 } }, /^dimensions\.city: must be a string/],
    [{ ...event, dimensions: [] }, /^dimensions: must be an object/],
  ])('case %#', async (sent, message) => {
    const { accepted, rejected } = await readEvents([event, sent]);
    expect(accepted).toHaveLength(1);
    expect(rejected).toEqual([
      expect.objectContaining({ index: 1, message: expect.stringMatching(message) }),
    ]);
  });

  it('an event of more than 64 KiB, counted in bytes', async () => {
    const dimensions = Object.fromEntries(
      Array.from({ length: 90 }, (_, i) => [`dimension ${i}`, '😀'.repeat(200)]),
    );
    const { rejected } = await readEvents([{ ...event, dimensions }]); // 90 × 800 bytes
    expect(rejected[0]?.message).toBe('must be at most 64 KiB');
  });

  it('names the event by its place and id, cut to size', async () => {
    const { rejected } = await readEvents([{ id: 'x'.repeat(100_000) }, { id: 7 }]);
    expect(rejected.map(({ index, id }) => [index, id?.length])).toEqual([
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
])('timestamp %s is %s', async (timestamp, instant) => {
  const { accepted } = await readEvents([{ ...event, timestamp }]);
  expect(accepted[0]?.timestamp.toString()).toBe(instant);
});

describe('events that are read without the schema', () => {
  const validate = compileBody(Event);
  const text = fc.oneof(
    { weight: 12, arbitrary: fc.string({ minLength: 1, maxLength: 20 }) },
    fc.string({ minLength: 0, maxLength: 60 }),
    fc.constantFrom('ride', 'a1', '', 'x'.repeat(50), 'x'.repeat(51), '😀'.repeat(30)),
  );
  const value = fc.oneof(
    { weight: 12, arbitrary: fc.stringMatching(/^-?\d{1,20}(?:\.\d{1,5})?$/) },
    fc.constantFrom('1', '-1.50', '1.', '.5', '-', '1e3', '1.2.3', ' 1', '0x1', '', '٣'),
  );
  const timestamp = fc.oneof(
    fc
      .date({
        min: new Date('0900-01-01T00:00:00Z'),
        max: new Date('9999-12-31T00:00:00Z'),
        noInvalidDate: true,
      })
      .map((date) => date.toISOString()),
    fc.constantFrom(
      ...['2030-01-01T00:00:00Z', '2030-02-30T00:00:00Z', '2030-01-01T24:00:00Z', '2030-13-01T00:00:00Z'],
      ...['2030-01-01T00:00:60Z', '2030-01-01 00:00:00Z', '2030-01-01T00:00:00.123Z', '2030-00-10T00:00:00Z'],
      ...['2030-01-01T00:00:00.1234Z', '2030-01-01T00:00:00+01:00', 'soon', '2030-01-01T00:00:00z'],
    ),
  );
  const sent = fc.record(
    {
      ...{ schemaName: text, id: text, accountId: text, timestamp, extra: fc.constant(1) },
      attributes: fc.oneof(
        fc.array(
          fc.record({ name: text, value, unit: fc.constant('m') }, { requiredKeys: ['name', 'value'] }),
          {
            maxLength: 3,
          },
        ),
        fc.array(fc.record({ name: text, value }), { maxLength: 3 }),
        fc.array(fc.record({ name: text, value }), { maxLength: 12 }),
        fc.constantFrom({}, null, 'x', [null]),
      ),
      dimensions: fc.oneof(
        { weight: 8, arbitrary: fc.dictionary(text, text, { maxKeys: 4 }) },
        fc.constantFrom([], null, 'x', { a: 1 }),
      ),
    },
    { requiredKeys: ['schemaName', 'accountId', 'timestamp', 'attributes', 'dimensions'] },
  );

  it('the schema takes them too, and reads the same', () => {
    let plain = 0;
    fc.assert(
      fc.property(sent, (event) => {
        const read = readPlainEvent(event);
        if (!read) return;
        plain++;
        const copy = structuredClone(event) as unknown as Event;
        expect(validate(copy, { isLarge: true })).toEqual([]);
        expect({ ...read, timestamp: String(read.timestamp) }).toEqual({
          ...copy,
          timestamp: String(copy.timestamp),
        });
      }),
      { numRuns: 3000 },
    );
    expect(plain).toBeGreaterThan(20);
  });

  it('the usual event is one of them', () => {
    expect(readPlainEvent(event)).not.toBeNull();
  });
});
