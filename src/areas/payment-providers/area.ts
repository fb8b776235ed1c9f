import './tables.ts';
import type { Area } from '#platform/http/area.ts';
import { getPaymentProvider } from './operations/get-payment-provider.ts';
import { setPaymentProvider } from './operations/set-payment-provider.ts';

export const paymentProviders: Area = {
  name: 'payment-providers',
  operations: [getPaymentProvider, setPaymentProvider],
};
