import { expect, it, onTestFinished } from 'vitest';
import { keyRing } from './key-ring.ts';
import { createSigningKey, type SigningKey } from './signing-keys.ts';

const NOW = Temporal.Instant.from('2030-01-01T00:00:00Z');
const make = () => createSigningKey({ signsFrom: NOW, createdAt: NOW });

async function ringOf(load: () => Promise<SigningKey[]>, errors: Error[] = []) {
  const key = await make();
  const ring = keyRing({ keys: [key], load, now: () => NOW, onError: (error) => errors.push(error) });
  onTestFinished(() => ring.stop());
  return { ring, key };
}

it('a key that is not known is looked for once, however many name one that there is not', async () => {
  let loads = 0;
  const added = await make();
  const { ring, key } = await ringOf(async () => {
    loads++;
    return [key, added];
  });
  const found = await Promise.all([added.jwk.kid, 'none', 'other'].map((kid) => ring.verifying(kid)));
  expect(found.map((each) => each !== null)).toEqual([true, false, false]);
  for (let i = 0; i < 20; i++) expect(await ring.verifying(`none ${i}`)).toBeNull();
  expect(loads).toBe(1);
});

it('what is known stays good while they cannot be read', async () => {
  const errors: Error[] = [];
  const { ring, key } = await ringOf(() => Promise.reject(new Error('away')), errors);
  await ring.refresh();
  expect(errors.map(({ message }) => message)).toEqual(['away']);
  expect(await ring.verifying(key.jwk.kid)).not.toBeNull();
  expect((await ring.signing()).kid).toBe(key.jwk.kid);
  expect(ring.publicKeys().keys).toEqual([{ ...key.jwk, d: undefined, use: 'sig' }]);
});
