import type { PaymentProviders, PaymentRequest } from '../../../api/generated/types.ts';
import { countryName } from '../../../format/country.ts';
import { looksOf } from '../../../ui/look.ts';

export type Provider = PaymentProviders['data'][number];

export const providerUse = looksOf<'DEFAULT' | 'COUNTRIES' | 'UNUSED', 'use'>(
  { DEFAULT: { tone: 'good' }, COUNTRIES: { tone: 'good' }, UNUSED: { tone: 'neutral', shape: 'dashed' } },
  'use',
);

/** A provider cannot be archived: without countries, and not the default, it gets no new request. */
export function useOf({ isDefault, countries }: Pick<Provider, 'isDefault' | 'countries'>) {
  if (isDefault) return 'DEFAULT';
  return countries.length > 0 ? 'COUNTRIES' : 'UNUSED';
}

export function countriesText({ countries }: Pick<Provider, 'countries'>): string | null {
  return countries.map(countryName).join(', ') || null;
}

export const requestStatus = looksOf<PaymentRequest['status']>({
  PENDING: { tone: 'info', shape: 'outline' },
  SUCCEEDED: { tone: 'good' },
  FAILED: { tone: 'bad' },
  CANCELLED: { tone: 'neutral', shape: 'struck' },
});

export const callStatus = looksOf<PaymentRequest['call'], 'call'>(
  { OPEN: { tone: 'info' }, ANSWERED: { tone: 'neutral' }, GIVEN_UP: { tone: 'bad' } },
  'call',
);

/** Why it failed, or what went wrong with its last call. */
export function reasonOf({ failureReason, lastError }: Pick<PaymentRequest, 'failureReason' | 'lastError'>) {
  return failureReason ?? lastError ?? null;
}
