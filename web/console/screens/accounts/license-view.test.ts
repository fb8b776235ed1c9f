import { expect, test } from 'vitest';
import type { LicenseUpdate, NamedLicenseUpdate } from '../../../api/generated/types.ts';
import { levelsOf, nameState } from './license-view.ts';

const now = '2030-02-03T00:00:00.000Z';
const update = (licenseId: string, day: string, quantity: string) =>
  ({ licenseId, quantity, effectiveFrom: `2030-02-${day}T00:00:00.000Z` }) as unknown as LicenseUpdate;

test('one quantity of each license is in effect: the latest, and of one instant the one made later', () => {
  const newestFirst = [
    update('seats', '03', '8'),
    update('seats', '03', '5'),
    update('seats', '10', '9'),
    update('rooms', '01', '2'),
    update('seats', '01', '1'),
  ];
  expect(
    levelsOf(newestFirst, now).map(
      ({ update: { licenseId, quantity }, state }) => `${licenseId} ${quantity} ${state}`,
    ),
  ).toEqual(['seats 9 FUTURE', 'seats 8 CURRENT', 'seats 5 PAST', 'rooms 2 CURRENT', 'seats 1 PAST']);
});

test.each([
  ['2030-02-01T00:00:00.000Z', undefined, 'CURRENT'],
  ['2030-02-01T00:00:00.000Z', now, 'PAST'],
  ['2030-02-04T00:00:00.000Z', undefined, 'FUTURE'],
])('a name from %s until %s is %s', (effectiveFrom, effectiveUntil, state) =>
  expect(nameState({ effectiveFrom, effectiveUntil } as NamedLicenseUpdate, now)).toBe(state),
);
