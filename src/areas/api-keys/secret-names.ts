import { hashSecret } from './create-key.ts';

/** How long a secret itself may stay in memory, and how many of them. */
const MEMORY_MS = 1000;
const MAX_REMEMBERED = 10_000;

/** Maps secrets to their hash in hex, which names a key wherever the secret must not be written. */
export interface SecretNames {
  of(secret: string): string;
  /** Caches the hash of a valid secret, so that the next requests need not compute it. */
  keep(secret: string, name: string): void;
  /** The number of cached secrets. */
  readonly size: number;
}

/**
 * A busy sender sends one secret thousands of times a second, and hashing it costs a small request as much as
 * parsing its body. So valid secrets are cached until the end of the second in which the first of them was
 * cached; a timer clears the cache even without further requests.
 */
export function secretNames(): SecretNames {
  const names = new Map<string, string>();
  return {
    of: (secret) => names.get(secret) ?? hashSecret(secret).toString('hex'),
    keep: (secret, name) => {
      if (names.size >= MAX_REMEMBERED) return;
      if (names.size === 0) setTimeout(() => names.clear(), MEMORY_MS).unref();
      names.set(secret, name);
    },
    get size() {
      return names.size;
    },
  };
}
