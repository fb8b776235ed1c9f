import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Headers of Standard Webhooks. The timestamp is that of the attempt, in real time: receivers refuse what is
 * five minutes old. Each key signs; while a secret is being replaced there are two.
 */
export function signedHeaders(
  message: { id: string; body: string },
  { keys, at }: { keys: readonly Buffer[]; at: Temporal.Instant },
): Record<string, string> {
  const timestamp = String(Math.floor(at.epochMilliseconds / 1000));
  const signatures = keys.map((key) => signatureOf({ ...message, timestamp }, key));
  return {
    'content-type': 'application/json',
    'user-agent': 'Tallymark-Webhooks',
    'webhook-id': message.id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}

/** A message that somebody else has signed in the same way. */
export interface SignedMessage {
  id: string;
  /** Seconds of real time, as text. */
  timestamp: string;
  body: string;
  /** One or several, with spaces between them. */
  signature: string;
}

/** What is older or newer is refused: who has heard a message once cannot send it again later. */
const TOLERANCE_SECONDS = 300;

/** Whether one of the keys signed a message, not long before an instant of real time. */
export function isGenuine(
  message: SignedMessage,
  { keys, at }: { keys: readonly Buffer[]; at: Temporal.Instant },
): boolean {
  if (!/^\d{1,12}$/.test(message.timestamp)) return false;
  const age = at.epochMilliseconds / 1000 - Number(message.timestamp);
  if (Math.abs(age) > TOLERANCE_SECONDS) return false;
  const sent = message.signature.split(' ').map((text) => Buffer.from(text));
  return keys.some((key) => {
    const expected = Buffer.from(signatureOf(message, key));
    return sent.some((each) => each.length === expected.length && timingSafeEqual(each, expected));
  });
}

/** One signature of a message, as its sender writes it. */
function signatureOf({ id, timestamp, body }: Omit<SignedMessage, 'signature'>, key: Buffer): string {
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
}
