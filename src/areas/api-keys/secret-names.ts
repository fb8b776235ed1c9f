import { hashSecret } from './create-key.ts';

/** How long a secret itself may be remembered, and how many of them. */
const MEMORY_MS = 1000;
const MAX_REMEMBERED = 10_000;

/** What secrets of keys are called where they must not be written down: their hash, in hex. */
export interface SecretNames {
  of(secret: string): string;
  /** For a secret that is known to be good: the next requests that show it need not hash it. */
  keep(secret: string, name: string): void;
  /** Secrets that are remembered now. */
  readonly size: number;
}

/**
 * A busy sender shows one secret thousands of times a second, and hashing it costs each small request as much
 * as parsing its body. So good secrets are remembered until the second is over in which the first of them
 * was; a timer forgets them, also when nobody asks any more.
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
