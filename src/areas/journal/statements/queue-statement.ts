import { keepFile } from '#areas/files/index.ts';
import { nobodyToMail, queueMail } from '#areas/mails/index.ts';
import type { Context } from '#platform/http/operation.ts';
import { newId } from '#platform/ids.ts';
import { readRecipients } from '#platform/mail/mail-address.ts';
import type { SendStatementRequest } from '../schema-statement.ts';
import { insertSentStatement } from '../store/sent-statements.ts';
import { chooseRecipients } from './choose-recipients.ts';
import { findAddressees } from './find-addressees.ts';
import type { DrawnStatement } from './read-drawing.ts';
import { writeMailOf } from './write-mail.ts';

/**
 * Stores the document, the mail and the record of both in one transaction: all of them or nothing. Raises
 * `nobodyToMail` and the problems of choosing recipients.
 */
export async function queueStatement(
  { tx, org, now, deployment, actor }: Context,
  body: SendStatementRequest,
  { drawn, bytes }: { drawn: DrawnStatement; bytes: Uint8Array },
) {
  const { debtorType: type, debtorId, from, to, opening, closing, currency } = drawn.statement;
  const usual = await findAddressees({ tx, org }, { type, id: debtorId });
  const recipients = chooseRecipients(body, usual.recipients);
  if (readRecipients([recipients.to, recipients.cc], 1).length === 0) throw nobodyToMail();
  const id = newId('statement', now);
  const fileId = await keepFile(
    { tx, org, deployment },
    {
      ...{ kind: 'STATEMENT', ownerId: id, contentType: 'application/pdf', bytes, now },
      name: `statement-${from}-${to.subtract({ days: 1 })}.pdf`,
    },
  );
  // step: the document of a statement is stored
  const mail = await queueMail(tx, org, {
    ...writeMailOf(org, drawn, body),
    ...recipients,
    ...{ invoiceId: null, alertId: null, fileId, requestedBy: actor.credentialId },
    accountId: type === 'ACCOUNT' ? debtorId : null,
    customerId: type === 'CUSTOMER' ? debtorId : null,
    replyTo: drawn.input.row.details.organization?.primaryEmail ?? null,
  });
  await insertSentStatement(tx, {
    ...{ orgId: org.orgId, id, debtorType: type, debtorId, currency, language: drawn.language },
    ...{ firstDay: from, endDay: to, opening, closing, mailId: mail.id },
    ...{ sentBy: actor.credentialId, sentAt: now },
  });
  return mail;
}
