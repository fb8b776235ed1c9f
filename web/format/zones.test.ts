import { expect, test } from 'vitest';
import { timeZones } from './zones.ts';

test('the stored zone is among them, each once and sorted', () => {
  const zones = timeZones('US/Pacific-New');
  expect(zones).toEqual([...new Set(zones)].sort());
  for (const zone of ['UTC', 'Europe/Berlin', 'US/Pacific-New']) expect(zones).toContain(zone);
});
