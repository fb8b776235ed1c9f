import { question } from '#platform/questions.ts';

/** Whether a connection, by its id, was ever asked to collect something. */
export const PROVIDERS_ASKED = question<string, true>('payment_providers.asked');
