import { renderStatement, STATEMENT_PROBLEMS } from '#areas/invoice-printing/index.ts';
import { describeOneMail, Mail, nobodyToMail, recipientInvalid } from '#areas/mails/index.ts';
import { operation } from '#platform/http/operation.ts';
import { ADDRESSEE_PROBLEMS, RENDERING_PROBLEMS } from '../problems.ts';
import { SendStatementRequest } from '../schema-statement.ts';
import { queueStatement } from '../statements/queue-statement.ts';
import { readDrawing } from '../statements/read-drawing.ts';

export const sendStatement = operation({
  id: 'sendStatement',
  method: 'POST',
  route: '/ext/v1/statement/send',
  scope: 'invoices:write',
  summary: 'Mail a statement of account as PDF',
  description:
    'To the recipients of the invoices of the account or group, to the customer, or to those that the ' +
    'request names. The mail is queued in the transaction that records the statement in the audit log, and ' +
    'shows up in the list of mails; its document is kept as long as the mail. Rejected if the setting ' +
    'INVOICE_MAIL of the debtor is false.',
  request: { body: SendStatementRequest },
  response: { status: 202, body: Mail },
  problems: [
    ...RENDERING_PROBLEMS,
    ...ADDRESSEE_PROBLEMS,
    ...[recipientInvalid, nobodyToMail, ...STATEMENT_PROBLEMS],
  ],
  // A worker thread renders it before the transaction begins.
  async prepare(context, { body }) {
    const drawn = await readDrawing(context, body);
    return { drawn, bytes: await renderStatement(context, drawn.input) };
  },
  async handle(context, { body }, prepared) {
    const mail = await queueStatement(context, body, prepared);
    return describeOneMail(context.tx, context.org, mail);
  },
});
