import { expect, test } from 'vitest';
import type { EventSchema } from '../../../api/generated/types.ts';
import { checkEvent } from './event-check.ts';

const schema = {
  ...{ name: 'api', attributes: [{ name: 'calls' }], dimensions: [{ name: 'region' }] },
} as unknown as EventSchema;
const event = {
  ...{ schemaName: 'api', accountId: 'a', timestamp: '2030-01-01T00:00:00Z' },
  ...{ attributes: [{ name: 'calls', value: '1.5' }], dimensions: { region: 'eu' } },
};

test.each([
  [event, ['calls fits', 'region fits']],
  [{ event }, ['calls fits', 'region fits']],
  [{ ...event, schemaName: 'other' }, ['schemaName otherSchema', 'calls fits', 'region fits']],
  [{ ...event, timestamp: undefined }, ['timestamp memberMissing', 'calls fits', 'region fits']],
  [{ ...event, attributes: [] }, ['calls attributeMissing', 'region fits']],
  // The wire takes attributes as decimals in texts.
  [{ ...event, attributes: [{ name: 'calls', value: 1.5 }] }, ['calls notDecimal', 'region fits']],
  [{ ...event, dimensions: { region: '' } }, ['calls fits', 'region notText']],
  [{ ...event, dimensions: { region: 'eu', zone: 'a' } }, ['calls fits', 'region fits', 'zone undeclared']],
  [[event], [' noEvent']],
])('%j', (sent, findings) =>
  expect(checkEvent(schema, JSON.stringify(sent)).map(({ field, kind }) => `${field} ${kind}`)).toEqual(
    findings,
  ),
);

test('a text that is no JSON is no event', () => {
  expect(checkEvent(schema, '{')).toEqual([{ field: '', kind: 'noEvent', level: 'bad' }]);
});
