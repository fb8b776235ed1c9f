import './tables.ts';
import type { Area } from '#platform/http/area.ts';
import { startMailing } from './deliver-mails.ts';
import { mailDisabledWebhooks } from './mail-disabled-webhook.ts';
import { getMail } from './operations/get-mail.ts';
import { listMails } from './operations/list-mails.ts';
import { resendMail } from './operations/resend-mail.ts';
import { purgeOldMails } from './purge-old-mails.ts';
import { DELIVER_MAILS } from './store/mails.ts';

/** Outgoing mail: other areas queue mails in the transaction that causes them. */
export const mails: Area = {
  name: 'mails',
  title: 'Mails',
  operations: [listMails, getMail, resendMail],
  portHandlers: [mailDisabledWebhooks],
  maintenance: purgeOldMails,
  background: { task: DELIVER_MAILS, start: startMailing },
};
