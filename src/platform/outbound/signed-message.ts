import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Headers of Standard Webhooks. The timestamp is the real time of the attempt: receivers reject messages
 * older than five minutes. Each key signs; during the replacement of a secret there are two.
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

/** A message that another party signed in the same way. */
export interface SignedMessage {
  id: string;
  /** Seconds of real time, as text. */
  timestamp: string;
  body: string;
  /** One or several, separated by spaces. */
  signature: string;
}

/** Older or newer messages are rejected, which prevents a later replay. */
const TOLERANCE_SECONDS = 300;

/** Whether one of the keys signed a message, within the tolerance around an instant of real time. */
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

/** One signature of a message, in the format of the header. */
function signatureOf({ id, timestamp, body }: Omit<SignedMessage, 'signature'>, key: Buffer): string {
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
}
