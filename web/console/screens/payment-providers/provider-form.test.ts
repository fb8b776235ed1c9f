import { expect, test } from 'vitest';
import { providerForm, rotationOf } from './provider-form.ts';
import { type Provider, reasonOf, useOf } from './provider-view.ts';

const t = Object.assign((key: string, values?: object) => [key, ...Object.values(values ?? {})].join(' '), {
  count: (key: string) => key,
});
const form = providerForm(null, t as never);
const fields = { ...form.initial, url: 'https://pay.example.com/hook' };

test.each([
  [{ url: 'pay.example.com' }, { url: 'urlInvalid' }],
  [{ kind: 'OFFLINE', url: 'x' }, {}],
  [{ countries: 'de, AT ch' }, {}],
  [{ countries: 'DE, XX' }, { countries: 'countriesInvalid XX' }],
  [{ countries: 'DEU' }, { countries: 'countriesInvalid DEU' }],
  [{ countries: 'DE;de' }, { countries: 'countriesTwice DE' }],
] as const)('%j has the problems %j', (change, problems) =>
  expect(form.check({ ...fields, ...change })).toEqual(problems),
);

test('only what belongs to the kind is sent, and countries as codes', () => {
  expect(form.read({ ...fields, name: ' Pay ', countries: 'de at' })).toEqual({
    ...{ kind: 'CONNECTOR', name: 'Pay', url: 'https://pay.example.com/hook', countries: ['DE', 'AT'] },
  });
  expect(form.read({ ...fields, kind: 'OFFLINE', isDefault: true })).toEqual({
    ...{ kind: 'OFFLINE', countries: [], isDefault: true },
  });
  expect(form.read({ ...fields, kind: 'SIMULATED', behaviour: 'WAIT' })).toEqual({
    ...{ kind: 'SIMULATED', behaviour: 'WAIT', countries: [] },
  });
});

test('a rotation keeps what is stored', () => {
  const stored = { id: 'p', isDefault: true, countries: ['DE'], name: 'Pay' } as const;
  const connector = {
    ...stored,
    countries: ['DE'],
    kind: 'CONNECTOR',
    url: 'https://a.example/',
  } as Provider;
  expect(rotationOf(connector)).toEqual({ kind: 'CONNECTOR', newSecret: true, url: 'https://a.example/' });
});

test('a provider without countries is in use only as the default', () => {
  expect([true, false].map((isDefault) => useOf({ isDefault, countries: [] }))).toEqual([
    'DEFAULT',
    'UNUSED',
  ]);
  expect(useOf({ isDefault: false, countries: ['DE'] })).toBe('COUNTRIES');
});

test('the reason of a failure goes before the last error of a call', () => {
  expect(reasonOf({ failureReason: 'Card declined', lastError: 'timeout' })).toBe('Card declined');
  expect([reasonOf({ lastError: 'timeout' }), reasonOf({})]).toEqual(['timeout', null]);
});
