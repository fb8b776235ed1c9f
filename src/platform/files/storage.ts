import type { Readable } from 'node:stream';

/** Storage of documents. The service generates the keys, never users. */
export interface FileStorage {
  /** Durable when it resolves; writing the same bytes again is harmless. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** The same for a local file of any size. */
  putFile(key: string, file: LocalFile): Promise<void>;
  /** Null when nothing is stored under the key. The caller reads the file to its end, or destroys it. */
  open(key: string): Promise<StoredFile | null>;
  /** Has no effect when nothing is stored there. */
  remove(key: string): Promise<void>;
  /** Like `remove`, for a file whose upload may be incomplete: removes temporary files too. */
  discard(key: string): Promise<void>;
  /** Throws if documents cannot be stored; called once, when the service starts. */
  check(): Promise<void>;
  /** A URL of the storage itself, valid for a minute. Absent where the service serves files. */
  link?(key: string, file: { name: string; contentType: string }): Promise<string>;
}

export interface LocalFile {
  path: string;
  /** Hex, of its content. */
  sha256: string;
}

export interface StoredFile {
  stream: Readable;
  sizeBytes: number;
}

/**
 * The storage failed: it is unavailable, or rejected the request. No document is at fault, so scheduled work
 * retries later, as often as necessary.
 */
export class StorageFault extends Error {
  override name = 'StorageFault';
  /** Whether no setting could fix it. */
  readonly isAway: boolean;

  constructor(message: string, options: ErrorOptions & { isAway: boolean }) {
    super(message, options);
    this.isAway = options.isAway;
  }
}

const KEY = /^[a-z0-9][A-Za-z0-9._-]*(?:\/[A-Za-z0-9][A-Za-z0-9._-]*)*$/;

export function isStorageKey(text: string): boolean {
  return KEY.test(text);
}

/** Returns the key itself; throws for a text that the service never generates. */
export function requireKey(key: string): string {
  if (!isStorageKey(key)) throw new RangeError(`not a storage key: ${key.slice(0, 80)}`);
  return key;
}
