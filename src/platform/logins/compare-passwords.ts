import { isPassword, NOBODYS_HASH } from './passwords.ts';
import { loginsBusy } from './problems.ts';

/** Limits the memory and the cores that password checks may use at one time. */
const MAX_AT_ONCE = 16;
let inProgress = 0;

/**
 * Whether the password matches each hash. Without hashes it compares with that of nobody, so that the answer
 * takes as long. Raises `loginsBusy`.
 */
export async function comparePasswords(hashes: readonly string[], password: string): Promise<boolean[]> {
  if (inProgress >= MAX_AT_ONCE) throw loginsBusy();
  inProgress++;
  try {
    const compared = hashes.length > 0 ? hashes : [NOBODYS_HASH];
    return await Promise.all(compared.map((hash) => isPassword(hash, password)));
  } finally {
    inProgress--;
  }
}
