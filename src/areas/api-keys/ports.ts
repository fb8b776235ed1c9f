import { port } from '#platform/ports.ts';

/**
 * Removes the portal login of each contact who received it from a key, and ends their portal tokens; returns
 * the number of contacts. A higher area owns the contacts and does this in the same transaction.
 */
export const LOGINS_OF_KEY_END = port<string, number>('the portal logins of a key end');
