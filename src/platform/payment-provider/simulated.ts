import type { PaymentProvider, ProviderResponse, RequestState } from './provider.ts';

/** SUCCEED: paid at once. REFUSE: fails at once. WAIT: pending until an event reports the outcome. */
export type Behaviour = 'SUCCEED' | 'REFUSE' | 'WAIT';

/**
 * A simulated provider for testing, without external calls. It is stateless: its response follows from the
 * key, so that repeated calls get the same response.
 */
export function simulatedProvider(behaviour: Behaviour): PaymentProvider {
  return {
    createCustomer: async ({ content }) =>
      succeeded({ customerId: `sim_${content.customer.id}`.slice(0, 255) }),
    createPaymentRequest: async ({ key }) => succeeded(stateOf(behaviour, key)),
    cancel: async () => succeeded({ status: 'CANCELLED' }),
    refund: async ({ key }) => {
      const { status, providerId, reason } = stateOf(behaviour, key);
      return succeeded({ status: status as 'PENDING' | 'SUCCEEDED' | 'FAILED', providerId, reason });
    },
  };
}

function stateOf(behaviour: Behaviour, key: string): RequestState {
  const providerId = `sim_${key}`;
  switch (behaviour) {
    case 'SUCCEED':
      return { status: 'SUCCEEDED', providerId };
    case 'REFUSE':
      return { status: 'FAILED', providerId, reason: 'declined as requested by the simulation' };
    case 'WAIT':
      return { status: 'PENDING', providerId, paymentLink: `https://pay.example/${key}` };
    default:
      return behaviour satisfies never;
  }
}

function succeeded<T>(value: T): ProviderResponse<T> {
  return { outcome: 'ANSWERED', value };
}
