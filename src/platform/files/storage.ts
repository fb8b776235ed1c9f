import type { Readable } from 'node:stream';

/** Where documents lie. Keys are made by the service, never by users. */
export interface FileStorage {
  /** Durable when it resolves; writing the same bytes again is harmless. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** The same for a file of this machine, however large. */
  putFile(key: string, file: LocalFile): Promise<void>;
  /** Null when nothing is stored under the key. Whoever opens a file reads it to its end, or destroys it. */
  open(key: string): Promise<StoredFile | null>;
  /** Harmless when nothing is stored there. */
  remove(key: string): Promise<void>;
  /** The same for what somebody may not have finished putting: what lies beside it goes, too. */
  discard(key: string): Promise<void>;
  /** Throws what keeps documents from being stored: asked once, when the service starts. */
  check(): Promise<void>;
  /** An address of the storage itself, for a minute. Absent where files are served by the service. */
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
 * The storage did not do what it was asked for: it is away, or refuses. Nobody's document is at fault, so
 * timed work that meets this is tried again later, as often as it takes.
 */
export class StorageFault extends Error {
  override name = 'StorageFault';
  /** Nothing that a setting could mend. */
  readonly isAway: boolean;

  constructor(message: string, options: ErrorOptions & { isAway: boolean }) {
    super(message, options);
    this.isAway = options.isAway;
  }
}

const KEY = /^[a-z0-9][A-Za-z0-9._-]*(?:\/[A-Za-z0-9][A-Za-z0-9._-]*)*$/;

/** The key itself; throws for a text that no part of the service makes. */
export function requireKey(key: string): string {
  if (!KEY.test(key)) throw new RangeError(`not a storage key: ${key.slice(0, 80)}`);
  return key;
}
