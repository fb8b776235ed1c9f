import { recipientInvalid } from '#areas/mails/index.ts';
import { longOperation } from '#platform/http/operation.ts';
import { ADDRESSEE_PROBLEMS, RENDERING_PROBLEMS } from '../problems.ts';
import { SendStatementRequest, StatementMailPreview } from '../schema-statement.ts';
import { chooseRecipients } from '../statements/choose-recipients.ts';
import { findAddressees } from '../statements/find-addressees.ts';
import { readDrawing } from '../statements/read-drawing.ts';
import { writeMailOf } from '../statements/write-mail.ts';

export const previewStatementMail = longOperation({
  id: 'previewStatementMail',
  method: 'POST',
  route: '/ext/v1/statement/mail_preview',
  scope: 'invoices:write',
  summary: 'Preview the mail with a statement of account',
  description:
    'The recipients, the subject and the text that sending the same request would use, and who else could ' +
    'be a recipient. Nothing is sent or stored.',
  isRead: true,
  request: { body: SendStatementRequest },
  response: { status: 200, body: StatementMailPreview },
  problems: [...RENDERING_PROBLEMS, ...ADDRESSEE_PROBLEMS, recipientInvalid],
  async handleLong(context, { body }) {
    const { database, deployment, org } = context;
    const debtor = { type: body.debtorType, id: body.debtorId };
    const drawn = await readDrawing(context, body);
    const { recipients, contacts } = await database.transaction({ orgId: org.orgId, access: 'read' }, (tx) =>
      findAddressees({ tx, org }, debtor),
    );
    const { subject, text } = writeMailOf(org, drawn, body);
    const transport = deployment.mailer.transportOf(org.environment);
    const { to, cc } = chooseRecipients(body, recipients);
    return { language: drawn.language, transport, to, cc, contacts, subject, text };
  },
});
