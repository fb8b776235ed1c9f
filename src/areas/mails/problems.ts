import { notFoundKind, problemKind } from '#platform/problem.ts';

export const mailNotFound = notFoundKind('mail');
export const mailRunning = problemKind(
  'MAIL_RUNNING',
  400,
  (d: { status: string }) =>
    `the mail is ${d.status} and Tallymark is still trying to send it; wait until it is SENT or FAILED`,
);
export const recipientInvalid = problemKind(
  'RECIPIENT_INVALID',
  400,
  (d: { at: string }) => `${d.at} must be an e-mail address such as pay@example.com`,
);
export const nobodyToMail = problemKind(
  'NOBODY_TO_MAIL',
  400,
  () => 'there is no recipient with a usable e-mail address; send to, or set the primaryEmail of the account',
);
