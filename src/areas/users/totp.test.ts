import { describe, expect, it } from 'vitest';
import { describeTotp, hashOfRecoveryCode, newRecoveryCodes, newTotpSecret, stepOfCode } from './totp.ts';

/** The secret and the last six digits of the codes of RFC 6238, appendix B, for SHA-1. */
const SECRET = Buffer.from('12345678901234567890');
const at = (seconds: number) => Temporal.Instant.fromEpochMilliseconds(seconds * 1000);

describe('a code', () => {
  it.each([
    // seconds      code      period: seconds / 30
    [59, '287082', 1],
    [1_111_111_109, '081804', 37_037_036],
    [1_111_111_111, '050471', 37_037_037],
    [1_234_567_890, '005924', 41_152_263],
    [2_000_000_000, '279037', 66_666_666],
    [20_000_000_000, '353130', 666_666_666],
  ])('of RFC 6238 at %d is %s', (seconds, code, step) => {
    expect(stepOfCode(SECRET, code, at(seconds))).toBe(step);
  });

  it('is good a period before and after, and no longer', () => {
    const of = (seconds: number) => stepOfCode(SECRET, '050471', at(seconds));
    const begin = 37_037_037 * 30;
    expect([of(begin - 31), of(begin - 30), of(begin + 59), of(begin + 60)]).toEqual([
      null,
      37_037_037,
      37_037_037,
      null,
    ]);
  });

  it.each(['', '50471', '0050471', ' 050471', '05047a', '０50471'])('%j is none', (code) => {
    expect(stepOfCode(SECRET, code, at(1_111_111_111))).toBeNull();
  });
});

it('a new secret has 160 bits, and the URI says what apps need', () => {
  const [one, other] = [newTotpSecret(), newTotpSecret()];
  expect([one.length, one.equals(other)]).toEqual([20, false]);
  const { secret, uri } = describeTotp(SECRET, { issuer: 'billing.example', label: 'ann@acme.example' });
  expect(secret).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
  expect(uri).toMatch(/^otpauth:\/\/totp\/billing\.example:ann%40acme\.example\?/);
  expect(uri).toContain(`secret=${secret}`);
});

it('recovery codes are ten different ones, and count without their hyphens', () => {
  const codes = newRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^(?:[2-9A-Zab]{4}-){3}[2-9A-Zab]{4}$/);
  const [code = ''] = codes;
  expect(hashOfRecoveryCode('usr.a', code.replaceAll('-', ' '))).toBe(hashOfRecoveryCode('usr.a', code));
  expect(hashOfRecoveryCode('usr.b', code)).not.toBe(hashOfRecoveryCode('usr.a', code));
});
