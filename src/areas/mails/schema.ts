import { Type } from 'typebox';
import { Closed, DateTime, Enum, List, PageOf, Text } from '#platform/http/schemas.ts';

export const MAIL_STATUSES = ['PENDING', 'RETRYING', 'SENT', 'FAILED'] as const;
export const MAX_RECIPIENTS = 20;
export const MAX_ATTEMPTS_SHOWN = 20;

const addresses = (description: string) => List(Type.String(), { maxItems: MAX_RECIPIENTS, description });

const Attempt = Closed(
  {
    number: Type.Integer(),
    startedAt: DateTime({ description: 'Real time, as are all times of mails' }),
    durationMs: Type.Integer(),
    way: Enum(['SMTP', 'CAPTURE'], { description: 'Handed to the mail server, or written to the folder' }),
    messageId: Type.String({ description: 'The same in every attempt until the mail is resent' }),
    accepted: addresses('Recipients that the server accepted'),
    refused: addresses('Recipients that were rejected permanently'),
    statusCode: Type.Optional(Type.Integer({ description: "Of the server's last response" })),
    response: Type.Optional(Type.String()),
    error: Type.Optional(Type.String()),
  },
  { component: 'MailAttempt' },
);

const members = {
  id: Type.String(),
  invoiceId: Type.Optional(Type.String()),
  accountId: Type.Optional(
    Type.String({ description: 'Absent if the mail concerns a customer, a group or all accounts' }),
  ),
  customerId: Type.Optional(
    Type.String({ description: 'The customer, if the mail has its statement of account' }),
  ),
  alertId: Type.Optional(Type.String({ description: 'The alert whose incidents the mail reports' })),
  status: Enum(MAIL_STATUSES, {
    description:
      'SENT: the server accepted it for every deliverable recipient. FAILED: no recipient receives it ' +
      'without a resend',
  }),
  to: addresses('First the account and its customer, or the group, as of the creation of the mail'),
  cc: addresses('Additional recipients of the account'),
  refused: addresses('Recipients that were rejected permanently'),
  subject: Type.String(),
  requestedBy: Type.Optional(
    Type.String({ description: 'The requesting credential; absent for automatic mails' }),
  ),
  nextAttemptAt: Type.Optional(DateTime()),
  error: Type.Optional(Type.String({ description: 'Reason of the status FAILED' })),
  createdAt: DateTime(),
  updatedAt: DateTime(),
  attempts: List(Attempt, { maxItems: MAX_ATTEMPTS_SHOWN, description: 'Newest first' }),
};
export const Mail = Closed(members, { component: 'Mail' });
export const MailPage = PageOf(Mail);
export const WholeMail = Closed(
  {
    ...members,
    text: Type.String(),
    html: Type.String(),
    fileId: Type.Optional(Type.String({ description: 'The attachment' })),
  },
  { component: 'WholeMail' },
);
export const MailParams = Type.Object({ mail_id: Text(1, 50) });
