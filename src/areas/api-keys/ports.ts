import { port } from '#platform/ports.ts';

/**
 * Removes the portal login of each contact who received it from a key, and ends their portal tokens; returns
 * the number of contacts. A higher area owns the contacts and does this in the same transaction.
 */
export const LOGINS_OF_KEY_END = port<string, number>('the portal logins of a key end');

/**
 * Raises `keyExempt` if the requests of a key need no approval: whoever is shown its new secret could act
 * alone.
 */
export const SECRET_OF_KEY_SHOWN = port<string, true>('the secret of a key is shown');
