import { operation } from '#platform/http/operation.ts';
import { describeOneMail } from '../describe-mail.ts';
import { mailNotFound } from '../problems.ts';
import { MailParams, WholeMail } from '../schema.ts';
import { findMail } from '../store/mails.ts';

export const getMail = operation({
  id: 'getMail',
  method: 'GET',
  route: '/ext/v1/mails/{mail_id}',
  scope: 'invoices:read',
  summary: 'Get a mail with its content',
  request: { params: MailParams },
  response: { status: 200, body: WholeMail },
  problems: [mailNotFound],
  async handle({ tx, org }, { params }) {
    const row = await findMail(tx, org, params.mail_id);
    if (!row) throw mailNotFound({ id: params.mail_id });
    const { textBody: text, htmlBody: html, fileId } = row;
    return { ...(await describeOneMail(tx, org, row)), text, html, fileId };
  },
});
