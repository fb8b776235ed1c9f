import MailComposer from 'nodemailer/lib/mail-composer';
import { readMailAddress } from './mail-address.ts';
import type { MailMessage } from './mailer.ts';

interface Sender {
  name: string;
  address: string;
}

/**
 * The bytes of a mail, to send or to capture. Throws a `RangeError` for an invalid address, and for control
 * characters in header values: a customer's name must not be able to inject a header.
 */
export async function composeMessage(message: MailMessage, from: Sender): Promise<Buffer> {
  const { messageId, to, cc, replyTo, subject, text, html, attachment } = message;
  for (const address of [...to, ...cc, ...(replyTo === null ? [] : [replyTo])]) requireAddress(address);
  for (const value of [subject, messageId, from.name, attachment?.name ?? '']) requireOneLine(value);
  const composer = new MailComposer({
    from,
    to: to.map(alone),
    ...(cc.length > 0 && { cc: cc.map(alone) }),
    ...(replyTo !== null && { replyTo: alone(replyTo) }),
    messageId: `<${messageId}>`,
    date: new Date(message.date.epochMilliseconds),
    ...{ subject, text, html },
    // Asks automatic responders not to reply to an invoice.
    headers: { 'Auto-Submitted': 'auto-generated' },
    ...(attachment && {
      attachments: [
        {
          filename: attachment.name,
          contentType: attachment.contentType,
          content: Buffer.from(attachment.bytes),
        },
      ],
    }),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return composer.compile().build();
}

function alone(address: string) {
  return { name: '', address };
}

function requireAddress(text: string): void {
  if (readMailAddress(text) !== text) throw new RangeError('the mail has an invalid address');
}

function requireOneLine(text: string): void {
  if (/[\p{Cc}\u2028\u2029]/u.test(text))
    throw new RangeError('a header of the mail contains control characters');
}
