import { Type } from 'typebox';
import { Closed, DateTime, Enum, List, PageOf, Text } from '#platform/http/schemas.ts';

export const MAIL_STATUSES = ['PENDING', 'RETRYING', 'SENT', 'FAILED'] as const;
export const MOST_RECIPIENTS = 20;
export const MAX_ATTEMPTS_SHOWN = 20;

const addresses = (description: string) => List(Type.String(), { maxItems: MOST_RECIPIENTS, description });

const Attempt = Closed(
  {
    number: Type.Integer(),
    startedAt: DateTime({ description: 'Real time, as all times of mails' }),
    durationMs: Type.Integer(),
    way: Enum(['SMTP', 'CAPTURE'], { description: 'Handed to the mail server, or written into the folder' }),
    messageId: Type.String({ description: 'The same in every attempt until it is sent again' }),
    accepted: addresses('Whom the server took it over for'),
    refused: addresses('Who will never get it'),
    statusCode: Type.Optional(Type.Integer({ description: 'Of the last answer of the server' })),
    answer: Type.Optional(Type.String()),
    error: Type.Optional(Type.String()),
  },
  { component: 'MailAttempt' },
);

const members = {
  id: Type.String(),
  invoiceId: Type.Optional(Type.String()),
  accountId: Type.Optional(Type.String({ description: 'Absent of what is of a group or of all accounts' })),
  alertId: Type.Optional(Type.String({ description: 'Of a mail that tells of its incidents' })),
  status: Enum(MAIL_STATUSES, {
    description: 'SENT: taken over for everybody who can get it. FAILED: nobody gets it any more by itself',
  }),
  to: addresses('First the account and its customer, or the group, as they were when it was made'),
  cc: addresses('Additional recipients of the account'),
  refused: addresses('Who will never get it'),
  subject: Type.String(),
  requestedBy: Type.Optional(
    Type.String({ description: 'The credential that asked for it; absent when it was due by itself' }),
  ),
  nextAttemptAt: Type.Optional(DateTime()),
  error: Type.Optional(Type.String({ description: 'Why it is FAILED' })),
  createdAt: DateTime(),
  updatedAt: DateTime(),
  attempts: List(Attempt, { maxItems: MAX_ATTEMPTS_SHOWN, description: 'The newest first' }),
};
export const Mail = Closed(members, { component: 'Mail' });
export const MailPage = PageOf(Mail);
export const WholeMail = Closed(
  {
    ...members,
    text: Type.String(),
    html: Type.String(),
    fileId: Type.Optional(Type.String({ description: 'What is attached' })),
  },
  { component: 'WholeMail' },
);
export const MailParams = Type.Object({ mail_id: Text(1, 50) });
