import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';
import { StorageFault } from './storage.ts';

/**
 * Passes a file through and compares its hash with the stored one. The last bytes are held back until the
 * comparison: a receiver of a corrupt file never gets its end, and sees a truncated response.
 */
export function verified(sha256: string): Transform {
  const hash = createHash('sha256');
  let held: Buffer | null = null;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      const before = held;
      held = chunk;
      done(null, before);
    },
    flush(done) {
      if (hash.digest('hex') === sha256) return done(null, held);
      done(new StorageFault('the bytes of the stored file do not match its checksum', { isAway: false }));
    },
  });
}
