import { operation } from '#platform/http/operation.ts';
import { describeMails } from '../describe-mail.ts';
import { MailPage } from '../schema.ts';
import { listMailRows, mailList } from '../store/mails.ts';

export const listMails = operation({
  id: 'listMails',
  method: 'GET',
  route: '/ext/v1/mails',
  scope: 'invoices:read',
  summary: 'List mails with every attempt to send them',
  description:
    'Lists the mails of the last 400 days: of issued invoices, alerts, requests for approval, invitations, ' +
    'passwords and disabled webhooks. `customer_id` finds those of the accounts of a customer. A mail with ' +
    'the status FAILED is not retried unless a user sends it again.',
  response: { status: 200, body: MailPage },
  list: mailList,
  async handle({ tx, org }, { page }) {
    const { rows, nextToken } = await listMailRows(tx, org, page);
    return { data: await describeMails(tx, org, rows), nextToken };
  },
});
