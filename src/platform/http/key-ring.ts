import { type CryptoKey, importJWK, type JWK } from 'jose';
import { type SigningKey, signerAt, verifiersAt } from './signing-keys.ts';

/** The keys of the deployment as this process knows them. */
export interface KeyRing {
  /** The one that signs now. */
  signing(): Promise<{ kid: string; key: CryptoKey }>;
  /** Null for a key that is nobody's or whose tokens are over. */
  verifying(kid: string): Promise<CryptoKey | null>;
  /** The public halves of all that may verify, also of the one that signs next. */
  publicKeys(): { keys: JWK[] };
  /** Reads them anew, making the next one if it is time. Never throws: what is known stays good. */
  refresh(): Promise<void>;
  stop(): void;
}

export interface KeySource {
  keys: readonly SigningKey[];
  load(): Promise<readonly SigningKey[]>;
  now(): Temporal.Instant;
  onError(error: Error): void;
}

/** How often a key that is not known, which anybody can name, makes this process look for it. */
const LEAST_BETWEEN_MS = 5_000;
/** Soon enough for a key that is published for ten minutes before it signs. */
const REFRESH_MS = 60_000;

/** Reads the keys anew once a minute, until it is stopped. */
export function keyRing({ load, now, onError, ...source }: KeySource): KeyRing {
  let { keys } = source;
  let askedAt = Number.NEGATIVE_INFINITY;
  let asking: Promise<void> | null = null;
  const imported = new Map<string, Promise<CryptoKey>>();
  const open = (jwk: JWK, part: 'private' | 'public') =>
    imported.getOrInsertComputed(
      `${jwk.kid} ${part}`,
      () => importJWK(part === 'private' ? jwk : publicHalf(jwk), 'ES256') as Promise<CryptoKey>,
    );
  const refresh = () => {
    askedAt = performance.now();
    asking ??= load()
      .then((loaded) => {
        keys = loaded;
      })
      .catch(onError)
      .finally(() => {
        asking = null;
      });
    return asking;
  };
  const refreshing = setInterval(refresh, REFRESH_MS).unref();
  const find = (kid: string) => verifiersAt(keys, now()).find(({ jwk }) => jwk.kid === kid);
  return {
    refresh,
    stop: () => clearInterval(refreshing),
    signing: async () => {
      const { jwk } = signerAt(keys, now());
      return { kid: jwk.kid, key: await open(jwk, 'private') };
    },
    verifying: async (kid) => {
      // Another process may sign with one that was made a moment ago.
      if (!find(kid) && (asking || performance.now() - askedAt > LEAST_BETWEEN_MS)) await refresh();
      const found = find(kid);
      return found ? open(found.jwk, 'public') : null;
    },
    publicKeys: () => ({
      keys: verifiersAt(keys, now()).map(({ jwk }) => ({ ...publicHalf(jwk), use: 'sig' })),
    }),
  };
}

function publicHalf({ d: _private, ...jwk }: JWK): JWK {
  return jwk;
}
