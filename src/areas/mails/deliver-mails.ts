import { randomUUID } from 'node:crypto';
import { realNow } from '#platform/db/clock.ts';
import type { Database } from '#platform/db/database.ts';
import type { Deployment } from '#platform/deployment.ts';
import type { Logger } from '#platform/http/server.ts';
import { type LeasedWorker, startLeasedWork } from '#platform/jobs/leased-work.ts';
import { attemptMail } from './attempt-mail.ts';
import { type ClaimedMail, claimMails } from './store/attempts.ts';

interface Parts {
  database: Database;
  deployment: Deployment;
  logger: Logger;
  /** Real time; tests pass their own clock. */
  now?: () => Temporal.Instant;
}

/** The most concurrent connections to the mail server, and mails with their attachments in memory. */
const MAX_CONCURRENT = 4;
/** Longer than an attempt and its two transactions take. */
const LEASE = { seconds: 120 } as const;

/** Sends due mails of each organization that wakes it, until none is due. */
export function startMailing({ now = realNow, ...parts }: Parts): LeasedWorker {
  return startLeasedWork<{ mail: ClaimedMail; lease: string }>({
    name: 'mails',
    logger: parts.logger,
    maxConcurrent: MAX_CONCURRENT,
    perClaim: MAX_CONCURRENT,
    claim: async (org, max) => {
      const at = now();
      const lease = randomUUID();
      const claim = { now: at, lease, leaseEndsAt: at.add(LEASE), max };
      const claimed = await parts.database.transaction({ orgId: org.orgId, access: 'write' }, (tx) =>
        claimMails(tx, org, claim),
      );
      return claimed.map((mail) => ({ mail, lease }));
    },
    attempt: (org, taken) => attemptMail({ ...parts, now }, { org, ...taken }),
  });
}
