import { port } from '#platform/ports.ts';

/** Whether a connection, by its id, ever got a request. */
export const PROVIDERS_IN_USE = port<string, true>('payment_providers.asked');
