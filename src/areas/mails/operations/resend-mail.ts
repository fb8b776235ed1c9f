import { realNow } from '#platform/db/clock.ts';
import { operation } from '#platform/http/operation.ts';
import { describeOneMail } from '../describe-mail.ts';
import { mailNotFound, mailRunning, nobodyToMail } from '../problems.ts';
import { Mail, MailParams } from '../schema.ts';
import { lockMail, restartMail } from '../store/mails.ts';

export const resendMail = operation({
  id: 'resendMail',
  method: 'POST',
  route: '/ext/v1/mails/{mail_id}/resend',
  scope: 'invoices:write',
  summary: 'Resend a mail',
  description:
    'Resends a mail that is SENT or FAILED, to all its recipients, with the same content and all ' +
    'retries. It has a new Message-ID, because mail programs would hide a second mail with the same one.',
  request: { params: MailParams },
  response: { status: 200, body: Mail },
  problems: [mailNotFound, mailRunning, nobodyToMail],
  async handle({ tx, org }, { params }) {
    const mail = await lockMail(tx, org, params.mail_id);
    if (!mail) throw mailNotFound({ id: params.mail_id });
    const { id, status } = mail;
    if (status === 'PENDING' || status === 'RETRYING') throw mailRunning({ status });
    if (mail.toAddresses.length + mail.ccAddresses.length === 0) throw nobodyToMail();
    return describeOneMail(tx, org, await restartMail(tx, org, { id, now: realNow() }));
  },
});
