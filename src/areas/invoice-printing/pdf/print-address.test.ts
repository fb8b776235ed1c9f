import { expect, it } from 'vitest';
import type { Address } from '#platform/http/schemas.ts';
import { addressLines } from './print-address.ts';

const street = { line1: '1 Main Street', line2: 'Floor 2' };
const tokyo = { city: '千代田区', state: '東京都', postalCode: '100-8560', country: 'JP' };

it.each<[Address, string]>([
  [
    { ...street, city: 'Austin', state: 'TX', postalCode: '78701', country: 'US' },
    'Austin, TX 78701/United States',
  ],
  [{ ...street, city: 'Berlin', postalCode: '10119', country: 'DE' }, '10119 Berlin/Germany'],
  [{ ...street, city: 'Leeds', postalCode: 'LS1 4AP', country: 'GB' }, 'Leeds/LS1 4AP/United Kingdom'],
  [{ ...street, city: 'Paris', postalCode: '75001', country: 'FR' }, '75001 Paris/France'],
  [
    { ...street, city: 'Chiyoda', state: 'Tokyo', postalCode: '100-8560', country: 'JP' },
    'Chiyoda, Tokyo/100-8560/Japan',
  ],
  // No place for a region in the format of the country: it is not lost.
  [{ ...street, city: 'Köln', state: 'NRW', postalCode: '50667', country: 'DE' }, '50667 Köln/NRW/Germany'],
  [{ ...street, city: 'Köln', state: 'NRW', postalCode: '50667' }, '50667 Köln, NRW'],
  [{ ...street, city: 'Köln', phoneNumber: '+49 221 1' }, 'Köln/+49 221 1'],
])('%j', (address, rest) => {
  expect(addressLines(address, 'en').join('/')).toBe(`1 Main Street/Floor 2/${rest}`);
});

it('begins with the largest part where a country writes so, in its own letters', () => {
  const lines = addressLines({ line1: '内幸町1-1-3', ...tokyo }, 'ja');
  expect(lines).toEqual(['〒100-8560', '東京都千代田区', '内幸町1-1-3', '日本']);
});

it.each([
  ['de', 'Deutschland'],
  ['fr', 'Allemagne'],
  ['es', 'Alemania'],
  ['ja', 'ドイツ'],
  ['ar', 'ألمانيا'],
] as const)('names the country in %s', (language, name) => {
  expect(addressLines({ country: 'DE' }, language)).toEqual([name]);
});

it('of nothing has no line', () => {
  expect(addressLines({ line1: ' ', country: '' }, 'en')).toEqual([]);
});
