import { question } from '#platform/questions.ts';

/** Whether a connection, by its id, ever got a request. */
export const PROVIDERS_IN_USE = question<string, true>('payment_providers.asked');
