import { randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { hashOf } from '#platform/logins/secrets.ts';

/** RFC 6238 with what every authenticator app supports: SHA-1, six digits, 30 seconds. */
const TERMS = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
const PERIOD_MS = TERMS.period * 1000;
/** Codes of the period before and after are accepted, too, because clocks differ. */
const WINDOW = 1;
const SECRET_BYTES = 20;

export function newTotpSecret(): Buffer {
  return Buffer.from(new Secret({ size: SECRET_BYTES }).bytes);
}

/** What an authenticator app reads: the secret in Base32, and the URI for a QR code. */
export function describeTotp(
  secret: Buffer,
  { issuer, label }: { issuer: string; label: string },
): { secret: string; uri: string } {
  const totp = new TOTP({ ...TERMS, issuer, label, secret: secretOf(secret) });
  return { secret: totp.secret.base32, uri: totp.toString() };
}

/** The period to which a code belongs; null for a wrong code. `now` is real time. */
export function stepOfCode(secret: Buffer, code: string, now: Temporal.Instant): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const timestamp = now.epochMilliseconds;
  const totp = new TOTP({ ...TERMS, secret: secretOf(secret) });
  const delta = totp.validate({ token: code, timestamp, window: WINDOW });
  return delta === null ? null : Math.floor(timestamp / PERIOD_MS) + delta;
}

function secretOf(bytes: Buffer): Secret {
  return new Secret({ buffer: Uint8Array.from(bytes).buffer });
}

/** Without characters that look alike. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZab';
const CODE_LENGTH = 16;
const RECOVERY_CODES = 10;

/** Codes of 80 random bits, in groups of four. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () =>
    Array.from({ length: CODE_LENGTH }, (_, i) => (i > 0 && i % 4 === 0 ? '-' : '') + anyCharacter()).join(
      '',
    ),
  );
}

function anyCharacter(): string {
  return ALPHABET.charAt(randomInt(ALPHABET.length));
}

/** The stored form of a recovery code; spaces and hyphens do not count. */
export function hashOfRecoveryCode(userId: string, code: string): string {
  return hashOf(`${userId} ${code.replace(/[\s-]/g, '')}`);
}
