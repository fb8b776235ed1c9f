import './tables.ts';
import type { Area } from '#platform/http/area.ts';
import { createPaymentProvider } from './operations/create-payment-provider.ts';
import { deletePaymentProvider } from './operations/delete-payment-provider.ts';
import { getPaymentProvider } from './operations/get-payment-provider.ts';
import { listPaymentProviders } from './operations/list-payment-providers.ts';
import { setPaymentProvider } from './operations/set-payment-provider.ts';
import { updatePaymentProvider } from './operations/update-payment-provider.ts';

export const paymentProviders: Area = {
  name: 'payment-providers',
  title: 'Payment providers',
  operations: [
    ...[getPaymentProvider, setPaymentProvider, listPaymentProviders, createPaymentProvider],
    ...[updatePaymentProvider, deletePaymentProvider],
  ],
};
