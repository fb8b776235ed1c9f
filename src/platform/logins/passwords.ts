import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { passwordTooCommon } from './problems.ts';

/** Argon2id with 19 MiB, two passes and one lane: each guess costs about 80 ms of one core. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 } as const;
const TAG_LENGTH = 32;
const NONCE_LENGTH = 16;

/** Hashes a password that somebody chose. Raises `passwordTooCommon`. */
export async function readPassword(password: string, email: string): Promise<string> {
  if (isCommonPassword(password, email)) throw passwordTooCommon();
  return hashPassword(password);
}

/** The stored text in the PHC string format, which other programs can read. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(NONCE_LENGTH);
  const tag = await derive({
    ...COST,
    nonce,
    message: messageOf(password),
    tagLength: TAG_LENGTH,
  });
  return storedText(base64(nonce), base64(tag));
}

function storedText(nonce: string, tag: string): string {
  const { memory, passes, parallelism } = COST;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${nonce}$${tag}`;
}

/**
 * A hash that matches no password but costs the same, so that comparing with it takes as long as with a real
 * one. The chance that a password matches is 1 in 2^256.
 */
export const NOBODYS_HASH = storedText('A'.repeat(22), 'A'.repeat(43));

const STORED = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/;

/** Whether the password matches the stored hash, computed with the hash's own cost parameters. */
export async function isPassword(stored: string, password: string): Promise<boolean> {
  const [, memory, passes, parallelism, nonce = '', tag = ''] = STORED.exec(stored) ?? [];
  const expected = Buffer.from(tag, 'base64');
  if (expected.length === 0) return false;
  const actual = await derive({
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    nonce: Buffer.from(nonce, 'base64'),
    message: messageOf(password),
    tagLength: expected.length,
  });
  return timingSafeEqual(actual, expected);
}

/** Runs off the event loop, so that other requests continue. */
function derive(parameters: Argon2Parameters): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    argon2('argon2id', parameters, (error, key) => (error ? reject(error) : resolve(key)));
  });
}

/**
 * The passwords of at least ten characters that lead lists of leaked passwords; shorter ones are rejected
 * anyway.
 */
const COMMON = new Set(
  `1234567890 0123456789 0987654321 9876543210 1234567891 12345678910 123456789a a123456789 123456789q
   q123456789 1234554321 1234512345 1212121212 1122334455 0000000000 1111111111 2222222222 5555555555
   7777777777 8888888888 9999999999 password12 password123 password1234 password12345 passwordpassword
   password123! password1! p@ssw0rd123 p@ssword123 passw0rd123 mypassword welcome123 welcome1234
   qwertyuiop qwerty1234 qwerty12345 qwerty123456 qwertyqwerty qwertzuiop 1qaz2wsx3edc 1q2w3e4r5t
   1q2w3e4r5t6y q1w2e3r4t5 q1w2e3r4t5y6 qazwsxedcrfv asdfghjkl1 asdfghjkl; zxcvbnm123 abcdefghij
   abcd123456 abc1234567 abcdef1234 aaaaaaaaaa iloveyou12 iloveyou123 letmein123 football123 baseball123
   superman123 sunshine123 princess123 administrator admin12345 admin123456 changeme123 changemenow
   test123456 testtest12 secret1234 correcthorsebatterystaple unknown123 starwars123 monkey1234
   dragon1234 michelle12 liverpool1 manchester qwe123qwe123 qweasdzxc123 asdf123456 asdfasdfasdf`.split(
    /\s+/,
  ),
);

/** Whether a password is among the most common ones, or obvious for this contact. */
function isCommonPassword(password: string, email: string): boolean {
  const lower = normalized(password).toLowerCase();
  const isOneCharacter = new Set(lower).size === 1;
  return isOneCharacter || COMMON.has(lower) || lower === email || lower === email.split('@')[0];
}

function messageOf(password: string): Buffer {
  return Buffer.from(normalized(password), 'utf8');
}

/** Keyboards encode one letter in several ways. */
function normalized(password: string): string {
  return password.normalize('NFKC');
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
