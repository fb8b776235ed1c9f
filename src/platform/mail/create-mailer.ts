import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { localStorage } from '../files/local-storage.ts';
import { checkPermit } from '../outbound/permit.ts';
import { composeMessage } from './compose-message.ts';
import { type CapturedMail, type Mailer, type MailResult, nothingSent, type OutgoingMail } from './mailer.ts';
import { smtpSender } from './smtp-mailer.ts';

export interface MailSettings {
  /** Null: every mail is captured. */
  smtpUrl: string | null;
  from: { name: string; address: string };
  /** Sends mails of sandboxes too; otherwise they are captured. */
  isSandboxSent: boolean;
}

/**
 * Sends or captures mails. A captured mail is a file, `<day>/<id>.eml`, that every mail program opens.
 * `timeoutMs` is the longest wait for a server.
 */
export function createMailer(
  { smtpUrl, from, isSandboxSent }: MailSettings,
  { captureFolder, timeoutMs }: { captureFolder: string; timeoutMs?: number },
): Mailer {
  const bySmtp = smtpUrl === null ? null : smtpSender({ url: smtpUrl, ...(timeoutMs && { timeoutMs }) });
  const captured = localStorage(captureFolder);
  const capture = async (raw: Buffer, { message, recipients }: OutgoingMail): Promise<MailResult> => {
    const [name = ''] = message.messageId.split('@');
    await captured.put(keyOf({ date: message.date, name }), raw);
    return { ...nothingSent(''), accepted: recipients, error: null };
  };
  return {
    domain: from.address.slice(from.address.lastIndexOf('@') + 1),
    transportOf: (environment) =>
      bySmtp && (environment === 'production' || isSandboxSent) ? 'SMTP' : 'CAPTURE',
    send: async (way, mail) => {
      checkPermit(mail.permit, ['MAIL']);
      const raw = await composeMessage(mail.message, from).catch((error: Error) => error);
      // Waiting would not change the mail.
      if (raw instanceof Error) return { ...nothingSent(raw.message), refused: mail.recipients };
      const { recipients } = mail;
      if (way === 'SMTP' && bySmtp) return bySmtp(raw, { from: from.address, recipients });
      return capture(raw, mail).catch((error: NodeJS.ErrnoException) =>
        nothingSent(`the capture folder is not writable: ${error.code ?? 'unknown'}`),
      );
    },
    dropMails: async (mails) => {
      for (const mail of mails) await captured.discard(keyOf(mail));
    },
    dropCaptured: (before) => dropFolders(captureFolder, before.toString()),
  };
}

function keyOf({ date, name }: CapturedMail): string {
  return `${date.toZonedDateTimeISO('UTC').toPlainDate()}/${name}.eml`;
}

const DAY = /^\d{4}-\d\d-\d\d$/;

async function dropFolders(folder: string, before: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names)
    if (DAY.test(name) && name < before) await rm(join(folder, name), { recursive: true, force: true });
}
