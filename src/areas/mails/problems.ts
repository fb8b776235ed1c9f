import { notFoundKind, problemKind } from '#platform/problem.ts';

export const mailNotFound = notFoundKind('mail');
export const mailRunning = problemKind(
  'MAIL_RUNNING',
  400,
  (d: { status: string }) =>
    `the mail is ${d.status} and is still being tried; wait until it is SENT or FAILED`,
);
export const recipientInvalid = problemKind(
  'RECIPIENT_INVALID',
  400,
  (d: { at: string }) => `${d.at} must be a mail address such as pay@example.com`,
);
export const nobodyToMail = problemKind(
  'NOBODY_TO_MAIL',
  400,
  () => 'nobody has an address that mail can be sent to; send to, or give the account a primaryEmail',
);
