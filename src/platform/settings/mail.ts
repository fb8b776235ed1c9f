import type { MailSettings } from '../mail/create-mailer.ts';
import { readSender } from '../mail/mail-address.ts';
import { SMTP_URL, SWITCH } from './forms.ts';
import type { ReadSetting } from './read-setting.ts';

const SENDER = {
  parse: (text: string) => readSender(text) ?? undefined,
  rule: 'must be a mail address such as Billing <billing@example.com>',
};

/** A mail server requires a sender; captured mails need no real one. */
export function readMail(read: ReadSetting, wrong: string[]): MailSettings {
  const smtpUrl = read('SMTP_URL', null, SMTP_URL);
  const from = read('MAIL_FROM', null, SENDER);
  if (smtpUrl !== null && from === null && !wrong.some((sentence) => sentence.startsWith('MAIL_FROM ')))
    wrong.push('MAIL_FROM must also be set, because mails through SMTP_URL need a sender');
  return {
    smtpUrl,
    from: from ?? { name: 'Tallymark', address: 'tallymark@localhost' },
    isSandboxSent: read('MAIL_SANDBOX', false, SWITCH),
  };
}
