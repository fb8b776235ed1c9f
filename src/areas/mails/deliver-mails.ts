import { realNow } from '#platform/db/clock.ts';
import type { BackgroundParts } from '#platform/jobs/background.ts';
import type { LeasedWorker } from '#platform/jobs/leased-work.ts';
import { startOutgoing } from '#platform/outbound/start-outgoing.ts';
import { attemptMail } from './attempt-mail.ts';
import { type ClaimedMail, claimMails, claimNewLinks } from './store/attempts.ts';

/** The most concurrent connections to the mail server, and mails with their attachments in memory. */
const MAX_CONCURRENT = 4;
/** Longer than an attempt and its two transactions take. */
const LEASE = { seconds: 120 } as const;

/** Sends due mails of each organization that wakes it, until none is due. */
export function startMailing({ now = realNow, ...parts }: BackgroundParts): LeasedWorker {
  return startOutgoing<ClaimedMail>({
    ...{ name: 'mails', outgoing: 'MAIL', ...parts, now, lease: LEASE },
    ...{ maxConcurrent: MAX_CONCURRENT, perClaim: MAX_CONCURRENT },
    claim: claimMails,
    claimNew: claimNewLinks,
    attempt: (org, mail, { lease, permit }) => attemptMail({ ...parts, now }, { org, mail, lease, permit }),
  });
}
