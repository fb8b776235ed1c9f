import { question } from '#platform/questions.ts';

/**
 * Takes the login from each contact that got it by a key, and ends its portal tokens; the answer is how many
 * contacts that are. The contacts are of an area above, which does it in the same transaction.
 */
export const LOGINS_OF_KEY_END = question<string, number>('the portal logins of a key end');
