import { expect, test } from 'vitest';
import { sequenceNumber } from './sequence-number.ts';

test.each([
  // counter  invoice date            zone                 number
  [1, '2030-02-01T00:00:00Z', 'UTC', '2030-02-0001'],
  [2958, '2020-07-05T12:00:00Z', 'UTC', '2020-07-2958'],
  [12345, '2030-12-31T23:59:59.999Z', 'UTC', '2030-12-12345'], // filled up, never cut
  [7, '2030-02-01T04:59:59Z', 'America/New_York', '2030-01-0007'], // still 31 January there
  [7, '2030-01-31T15:00:00Z', 'Asia/Tokyo', '2030-02-0007'], // already 1 February there
])('%i at %s in %s is %s', (value, invoiceDate, timeZone, number) => {
  expect(sequenceNumber(value, { invoiceDate: Temporal.Instant.from(invoiceDate), timeZone })).toBe(number);
});
