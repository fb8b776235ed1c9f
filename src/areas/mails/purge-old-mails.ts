import { realNow } from '#platform/db/clock.ts';
import { removeInPieces } from '#platform/db/remove-in-pieces.ts';
import type { Maintenance } from '#platform/http/area.ts';
import { dropUnmailedFiles } from './drop-unmailed-files.ts';
import { deleteOldMails } from './store/mails.ts';

/** Users ask up to a year later whether an invoice was sent, and to whom. */
const KEPT = { hours: 400 * 24 } as const;
const CAPTURED_DAYS = 30;

const FILES_AT_ONCE = 100;

/**
 * Keeps mails for 400 days of real time, with the documents that were stored for them alone, and the files of
 * captured ones for 30.
 */
export const purgeOldMails: Maintenance = async (database, org, deployment) => {
  const { mailer } = deployment;
  const now = realNow();
  await mailer.dropCaptured(now.toZonedDateTimeISO('UTC').toPlainDate().subtract({ days: CAPTURED_DAYS }));
  const before = now.subtract(KEPT);
  await removeInPieces(database, org, {
    limit: 1000,
    remove: (tx, limit) => deleteOldMails(tx, org, { before, limit }),
  });
  await removeInPieces(database, org, {
    limit: FILES_AT_ONCE,
    remove: (tx, limit) => dropUnmailedFiles({ tx, org, deployment }, limit),
  });
};
