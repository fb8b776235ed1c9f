import { realNow } from '#platform/db/clock.ts';
import type { Upkeep } from '#platform/http/area.ts';
import { deleteOldMails } from './store/mails.ts';

/** Somebody may ask a year later whether an invoice was sent, and to whom. */
const KEPT = { hours: 400 * 24 } as const;
const CAPTURED_DAYS = 30;
const PER_TRANSACTION = 1000;
const TRANSACTIONS = 50;

/** Mails are kept for 400 days of real time, and the files of captured ones for 30. */
export const purgeOldMails: Upkeep = async (database, org, { mailer }) => {
  const now = realNow();
  await mailer.dropCaptured(now.toZonedDateTimeISO('UTC').toPlainDate().subtract({ days: CAPTURED_DAYS }));
  for (let i = 0; i < TRANSACTIONS; i++) {
    const deleted = await database.transaction({ orgId: org.orgId, access: 'write' }, (tx) =>
      deleteOldMails(tx, org, { before: now.subtract(KEPT), limit: PER_TRANSACTION }),
    );
    if (deleted < PER_TRANSACTION) return;
  }
};
