import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { sealing } from './sealing.ts';

const { seal, open } = sealing(randomBytes(32).toString('base64'));
const secret = Buffer.from('a secret');
const owner = { orgId: 1, id: 'whep.1' };

it('opens what it has sealed, which never looks the same', () => {
  const sealed = seal(secret, owner);
  expect(open(sealed, owner)).toEqual(secret);
  expect(seal(secret, owner)).not.toBe(sealed);
  expect(Buffer.from(sealed, 'base64').includes(secret)).toBe(false);
});

it('opens nowhere else, with no other key, and not after a change', () => {
  const sealed = seal(secret, owner);
  expect(() => open(sealed, { ...owner, orgId: 2 })).toThrow();
  expect(() => open(sealed, { ...owner, id: 'whep.2' })).toThrow();
  expect(() => sealing(randomBytes(32).toString('base64')).open(sealed, owner)).toThrow();
  const bytes = Buffer.from(sealed, 'base64');
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
  expect(() => open(bytes.toString('base64'), owner)).toThrow();
});
