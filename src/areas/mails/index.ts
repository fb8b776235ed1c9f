export { describeOneMail } from './describe-mail.ts';
export { nobodyToMail, recipientInvalid } from './problems.ts';
export { KEPT_SECRET, queueMail } from './queue-mail.ts';
export { Mail, MOST_RECIPIENTS } from './schema.ts';
export { eraseMails, eraseMailTexts } from './store/erased.ts';
