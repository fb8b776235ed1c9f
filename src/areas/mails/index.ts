export { describeOneMail } from './describe-mail.ts';
export { dropUnmailedFiles } from './drop-unmailed-files.ts';
export { nobodyToMail, recipientInvalid } from './problems.ts';
export { KEPT_SECRET, queueMail } from './queue-mail.ts';
export { MAX_RECIPIENTS, Mail } from './schema.ts';
export { eraseMails, eraseMailTexts } from './store/erased.ts';
export { DELIVER_MAILS, discardMails } from './store/mails.ts';
