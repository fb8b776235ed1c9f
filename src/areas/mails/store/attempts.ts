import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import type { Claim } from '#platform/jobs/leased-work.ts';
import type { MailVerdict } from '../rules.ts';
import type { MailAttemptRow, MailRow } from './mails.ts';

/** A mail that only the caller attempts until its lease expires. */
export interface ClaimedMail extends MailRow {
  storageKey: string | null;
  fileName: string | null;
  contentType: string | null;
  sha256: string | null;
  /** An attempt of this round was accepted for a recipient. */
  hasLeft: boolean;
}

/** Claims due mails, the oldest first. Concurrent processes claim different ones. */
export function claimMails(tx: Tx, org: Org, claim: Claim): Promise<ClaimedMail[]> {
  return claimSome(tx, org, { ...claim, which: sql`true` });
}

/**
 * The same while mails are held, for links of users that were requested since: nobody has sent them before,
 * and users have to get in.
 */
export function claimNewLinks(
  tx: Tx,
  org: Org,
  claim: Claim & { heldAt: Temporal.Instant },
): Promise<ClaimedMail[]> {
  const which = sql<boolean>`kind in ('INVITATION', 'PASSWORD_RESET') and created_at >= ${claim.heldAt}`;
  return claimSome(tx, org, { ...claim, which });
}

async function claimSome(
  tx: Tx,
  org: Org,
  claim: Claim & { which: RawBuilder<unknown> },
): Promise<ClaimedMail[]> {
  const { rows } = await sql<ClaimedMail>`
    with due as (
      select id from mails where org_id = ${org.orgId} and next_attempt_at <= ${claim.now} and ${claim.which}
      order by next_attempt_at, id limit ${claim.max} for update skip locked),
    taken as (
      update mails m set lease = ${claim.lease}, next_attempt_at = ${claim.leaseEndsAt}
      from due where m.org_id = ${org.orgId} and m.id = due.id returning m.*)
    select taken.*, f.storage_key, f.name as file_name, f.content_type, f.sha256,
      cardinality(taken.remaining) + cardinality(taken.refused)
        < cardinality(taken.to_addresses) + cardinality(taken.cc_addresses) as has_left
    from taken left join files f on f.org_id = taken.org_id and f.id = taken.file_id`.execute(tx);
  return rows;
}

/** Stores the result of an attempt. False if the lease has expired and another process has the mail. */
export async function finishMailAttempt(
  tx: Tx,
  org: Org,
  ended: {
    attempt: Omit<MailAttemptRow, 'orgId' | 'number'>;
    lease: string;
    verdict: MailVerdict;
    now: Temporal.Instant;
  },
): Promise<boolean> {
  const { attempt, lease, verdict, now } = ended;
  const remaining = verdict.status === 'SENT' ? [] : verdict.remaining;
  const nextAttemptAt = verdict.status === 'RETRYING' ? verdict.nextAttemptAt : null;
  const { rows } = await sql<{ attempts: number }>`
    update mails set status = ${verdict.status}, attempts = attempts + 1, lease = null,
      failures = failures + ${verdict.status === 'SENT' ? 0 : 1}, remaining = ${remaining},
      refused = refused || ${attempt.refused}::text[], next_attempt_at = ${nextAttemptAt},
      error = ${verdict.status === 'FAILED' ? (attempt.answer ?? attempt.error) : null}, updated_at = ${now}
    where org_id = ${org.orgId} and id = ${attempt.mailId} and lease = ${lease}
    returning attempts`.execute(tx);
  const [row] = rows;
  if (!row) return false;
  const values = { ...attempt, orgId: org.orgId, number: row.attempts };
  await tx.insertInto('mailAttempts').values(values).execute();
  return true;
}
