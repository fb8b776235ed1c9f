import type { createPaymentProvider } from '../../../api/generated/payment-providers.ts';
import type { InputOf } from '../../../api/operation.ts';
import { countryName } from '../../../format/country.ts';
import type { Translate } from '../../../messages/catalogs.ts';
import type paymentProviders from '../../../messages/en/paymentProviders.json';
import type { Form } from '../../../ui/use-form.ts';
import type { Provider } from './provider-view.ts';

export type ProviderBody = InputOf<typeof createPaymentProvider>['body'];

export type ProviderFields = {
  kind: Provider['kind'];
  name: string;
  url: string;
  behaviour: NonNullable<Provider['behaviour']>;
  countries: string;
  isDefault: boolean;
};

/** The terms of a provider; null: a new one. */
export function providerForm(
  stored: Provider | null,
  t: Translate<keyof typeof paymentProviders>,
): Form<ProviderFields, ProviderBody> {
  return {
    initial: {
      ...{ kind: stored?.kind ?? 'CONNECTOR', name: stored?.name ?? '', url: stored?.url ?? '' },
      behaviour: stored?.behaviour ?? 'SUCCEED',
      ...{ countries: stored?.countries.join(', ') ?? '', isDefault: stored?.isDefault ?? false },
    },
    check: ({ kind, url, countries }) => {
      const wrong = countryProblem(codesOf(countries));
      return {
        ...(kind === 'CONNECTOR' && !/^https?:\/\/\S+$/.test(url.trim()) && { url: t('urlInvalid') }),
        ...(wrong && { countries: t(wrong.problem, { code: wrong.code }) }),
      };
    },
    read: (fields) => ({
      kind: fields.kind,
      ...(fields.name.trim() !== '' && { name: fields.name.trim() }),
      ...(fields.kind === 'CONNECTOR' && { url: fields.url.trim() }),
      ...(fields.kind === 'SIMULATED' && { behaviour: fields.behaviour }),
      countries: codesOf(fields.countries),
      // The first one becomes the default by itself.
      ...(fields.isDefault && { isDefault: true }),
    }),
  };
}

export function codesOf(text: string): string[] {
  return text
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map((code) => code.toUpperCase());
}

function countryProblem(codes: readonly string[]) {
  for (const [index, code] of codes.entries()) {
    if (!/^[A-Z]{2}$/.test(code) || countryName(code) === code)
      return { problem: 'countriesInvalid', code } as const;
    if (codes.indexOf(code) < index) return { problem: 'countriesTwice', code } as const;
  }
  return null;
}

/** What a rotation of the secret sends: everything else as it is stored. */
export function rotationOf({ kind, url, behaviour }: Provider): ProviderBody {
  return { kind, newSecret: true, ...(url && { url }), ...(behaviour && { behaviour }) };
}
