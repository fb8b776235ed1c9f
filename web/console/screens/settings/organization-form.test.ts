import { expect, test } from 'vitest';
import type { Organization } from '../../../api/generated/types.ts';
import { addressFieldsOf, readAddress } from '../../../parts/address-form.ts';
import { currencyForm, organizationForm } from './organization-form.ts';

const say = Object.assign((key: string) => key, { count: (key: string) => key });
const ORGANIZATION = {
  ...{ id: 'acme', environment: 'production', name: 'Acme', status: 'ACTIVE', timezone: 'UTC' },
  ...{ baseCurrency: 'USD', currencies: [], roundingMode: 'HALF_UP', primaryEmail: '' },
  ...{ address: { line1: '1 Main Street', country: 'US' }, metadata: {} },
  ...{ createdAt: '2030-01-01T00:00:00Z', updatedAt: '2030-01-01T00:00:00Z' },
} as Organization;

test('what cannot change later is sent only if it changes', () => {
  const { initial, check, read } = organizationForm(ORGANIZATION, say);
  expect(check(initial)).toEqual({});
  expect(read({ ...initial, name: ' Acme Inc. ', baseCurrency: 'usd' })).toEqual({
    ...{ name: 'Acme Inc.', primaryEmail: '', address: ORGANIZATION.address },
  });
  expect(read({ ...initial, timezone: 'Europe/Berlin', baseCurrency: 'eur' })).toMatchObject({
    ...{ timezone: 'Europe/Berlin', baseCurrency: 'EUR' },
  });
});

test('a name, an address of mail and codes are checked', () => {
  const { initial, check } = organizationForm(ORGANIZATION, say);
  expect(check({ ...initial, name: ' ', email: 'acme', baseCurrency: '$', country: 'USA' })).toEqual({
    ...{ name: 'nameMissing', email: 'emailMissing', baseCurrency: 'currencyWrong' },
    country: 'countryWrong',
  });
});

test('an address is what was typed of it', () => {
  const fields = {
    ...addressFieldsOf({ line1: '1 Main Street', city: 'Springfield' }),
    city: ' ',
    country: 'us',
  };
  expect(readAddress(fields)).toEqual({ line1: '1 Main Street', country: 'US' });
});

test.each([
  ['eur', '1.1', {}],
  ['eu', '1.1', { currency: 'currencyWrong' }],
  ['EUR', '0', { rate: 'rateWrong' }],
  ['EUR', 'x', { rate: 'rateWrong' }],
])('the currency %s at %s', (currency, rate, expected) => {
  expect(currencyForm(say).check({ currency, rate })).toEqual(expected);
});
