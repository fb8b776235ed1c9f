import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';
import { StorageFault } from './storage.ts';

/**
 * Passes a file on and compares it with what was stored. The last bytes are held back until all are compared:
 * of a file that is another one, nobody gets the end, and the receiver sees that the answer was cut.
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
      done(new StorageFault('the stored file has other bytes than were kept', { isAway: false }));
    },
  });
}
