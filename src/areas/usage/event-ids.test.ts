import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeEventId, encodeEventId, keysOf } from './event-ids.ts';

describe('event ids as they are stored', () => {
  it.each([
    //  id                                      bytes
    ['0190163d-8694-739b-aea5-966c26f8ad91', 17],
    ['0190163D-8694-739B-AEA5-966C26F8AD91', 36], // upper case is another id
    ['0190163d-8694-739b-aea5-966c26f8ad9', 35],
    ['0190163d-8694-739b-aea5+966c26f8ad91', 36],
    ['0190163d-8694-739b-aea5-966c26f8ad9g', 36],
    ['é', 2],
  ])('%s takes %i bytes and is read as it was', (id, bytes) => {
    expect(encodeEventId(id)).toHaveLength(bytes);
    expect(decodeEventId(encodeEventId(id))).toBe(id);
  });

  it('every id is read as it was, and none is that of another', () => {
    const id = fc.oneof(
      fc.uuid(),
      fc.string({ minLength: 1, unit: 'grapheme' }).filter((text) => text[0] !== '\0'),
    );
    fc.assert(fc.property(id, (text) => decodeEventId(encodeEventId(text)) === text));
  });

  it('an event without an id has none', () => {
    expect(decodeEventId(encodeEventId(''))).toBeNull();
  });

  it('keys are the four parts of the SHA-256, the first as SQL computes it', () => {
    // printf abc | sha256sum: ba7816bf8f01cfea 414140de5dae2223 b00361a396177a9c b410ff61f20015ad
    expect(keysOf('abc').map((key) => key.toString('hex'))).toEqual([
      ...['ba7816bf8f01cfea', '414140de5dae2223', 'b00361a396177a9c', 'b410ff61f20015ad'],
    ]);
  });
});
