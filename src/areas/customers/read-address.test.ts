import { describe, expect, it } from 'vitest';
import { isCountry } from '#core/country.ts';
import { addressLine, readAddress } from './read-address.ts';

describe('readAddress', () => {
  it.each([
    //  sent                            stored
    [{}, {}],
    [{ country: '' }, {}],
    [{ country: 'US' }, { country: 'US' }],
    [
      { line1: '', country: 'TW' },
      { line1: '', country: 'TW' },
    ],
  ])('%j', (sent, stored) => {
    expect(readAddress(sent)).toEqual(stored);
  });
});

it('every country has a name, and there are 249', () => {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const codes = letters.flatMap((first) => letters.map((second) => first + second)).filter(isCountry);
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  expect(codes.filter((code) => !names.of(code))).toEqual([]);
  expect(codes).toHaveLength(249);
});

it('the address in one line leaves out what is blank, and the phone', () => {
  const address = {
    phoneNumber: '1',
    line1: 'a',
    line2: ' ',
    postalCode: 'b',
    city: '',
    state: 'c',
    country: 'DE',
  };
  expect(addressLine(address)).toBe('a, b, c, DE');
  expect(addressLine({})).toBe('');
});
