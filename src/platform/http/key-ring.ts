import { type CryptoKey, importJWK, type JWK } from 'jose';
import { type SigningKey, signerAt, verifiersAt } from './signing-keys.ts';

/** The signing keys of the deployment, as cached by this process. */
export interface KeyRing {
  /** The key that signs now. */
  signing(): Promise<{ kid: string; key: CryptoKey }>;
  /** Null for an unknown key, or one whose tokens have all expired. */
  verifying(kid: string): Promise<CryptoKey | null>;
  /** The public halves of all keys that may verify, including the next one to sign. */
  publicKeys(): { keys: JWK[] };
  /** Reloads the keys and creates the next one when it is time. Never throws: cached keys stay valid. */
  refresh(): Promise<void>;
  stop(): void;
}

export interface KeySource {
  keys: readonly SigningKey[];
  load(): Promise<readonly SigningKey[]>;
  now(): Temporal.Instant;
  onError(error: Error): void;
}

/** The minimum interval between reloads for an unknown key id, which any caller can send. */
const MIN_BETWEEN_MS = 5_000;
/** Often enough for a key that is published for ten minutes before it signs. */
const REFRESH_MS = 60_000;

/** A key ring that reloads its keys once a minute until it is stopped. */
export function keyRing({ load, now, onError, ...source }: KeySource): KeyRing {
  let { keys } = source;
  let requestedAt = Number.NEGATIVE_INFINITY;
  let loading: Promise<void> | null = null;
  const imported = new Map<string, Promise<CryptoKey>>();
  const open = (jwk: JWK, part: 'private' | 'public') =>
    imported.getOrInsertComputed(
      `${jwk.kid} ${part}`,
      () => importJWK(part === 'private' ? jwk : publicHalf(jwk), 'ES256') as Promise<CryptoKey>,
    );
  const refresh = () => {
    requestedAt = performance.now();
    loading ??= load()
      .then((loaded) => {
        keys = loaded;
      })
      .catch(onError)
      .finally(() => {
        loading = null;
      });
    return loading;
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
      // Another process may sign with a key created a moment ago.
      if (!find(kid) && (loading || performance.now() - requestedAt > MIN_BETWEEN_MS)) await refresh();
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
