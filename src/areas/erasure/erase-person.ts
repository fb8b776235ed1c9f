import { eraseChannels } from '#areas/alerts/index.ts';
import { eraseApprovals } from '#areas/approvals/index.ts';
import { eraseEntries } from '#areas/audit-log/index.ts';
import { abandonPendingFiles } from '#areas/files/index.ts';
import { eraseImports } from '#areas/imports/index.ts';
import { eraseEntryFailures } from '#areas/jobs/index.ts';
import { eraseNotes } from '#areas/notes/index.ts';
import { eraseReports } from '#areas/reports/index.ts';
import { noteErasure } from '#areas/request-log/index.ts';
import { eraseSavedViews } from '#areas/saved-views/index.ts';
import { WRITES_ALONE } from '#platform/db/advisory-locks.ts';
import { readClock } from '#platform/db/clock.ts';
import type { Tx } from '#platform/db/database.ts';
import { eraseFailures } from '#platform/db/failing-work.ts';
import { eraseResponses } from '#platform/db/idempotency.ts';
import { planScheduledWork } from '#platform/db/scheduled-work.ts';
import { nameActor } from '#platform/db/tx-actor.ts';
import type { LongContext } from '#platform/http/long-context.ts';
import type { Org } from '#platform/http/operation.ts';
import { newId } from '#platform/ids.ts';
import type { CapturedMail } from '#platform/mail/mailer.ts';
import type { ErasureResult } from './schema.ts';
import { insertErasure } from './store/erasures.ts';

export const SWEEP = 'erasure.sweep';
export const SWEEP_RANK = 96;
/** Limit of a statement that reads all stored responses of a day, or all audit entries of a customer. */
const MINUTES = 10;

export interface ErasingContext {
  tx: Tx;
  org: Org;
  now: Temporal.Instant;
}

/**
 * Runs in one transaction with exclusive access to the organization: earlier writes are committed and can be
 * erased, and later ones no longer find the person.
 */
export function inErasure<T>(
  { database, org, actor, requestId, operationId }: LongContext,
  erase: (context: ErasingContext) => Promise<T>,
): Promise<T> {
  const scope = {
    ...{ orgId: org.orgId, ...WRITES_ALONE, minutes: MINUTES },
    actor: { ...nameActor(actor), requestId, operationId },
  };
  return database.transaction(scope, async (tx) => erase({ tx, org, now: await readClock(tx, org) }));
}

/** The erased personal data of a person. */
export interface Erased {
  customerId: string;
  /** Null: the whole customer. */
  username: string | null;
  accountIds: readonly string[];
  /** Number of erased contacts. */
  contacts: number;
  /** In lower case. */
  emails: readonly string[];
  ids: readonly string[];
  texts: readonly string[];
  captured: readonly CapturedMail[];
  /** Their entries in the audit log. */
  entries: Parameters<typeof eraseEntries>[1];
}

/**
 * Erases data that no id leads to, the audit log last, and schedules the longer sweep. Returns the response
 * of the operation.
 */
export async function eraseTraces(context: ErasingContext, erased: Erased): Promise<ErasureResult> {
  const { tx, org, now } = context;
  const { customerId, username, accountIds, emails, ids, texts, captured } = erased;
  const mentioned = { ids, texts };
  await eraseResponses(tx, org.orgId, mentioned);
  await eraseApprovals(context, mentioned);
  const channels = await eraseChannels(tx, org, emails);
  const reports = await eraseReports(context, { texts, accountIds });
  // Notes about another customer may mention the person, too.
  const notes = await eraseNotes(tx, org, { customerId: username === null ? customerId : null, mentioned });
  await eraseSavedViews(tx, org, mentioned);
  await eraseImports(tx, org, mentioned);
  await eraseFailures(tx, org, mentioned);
  await noteErasure(tx, org);
  await eraseEntryFailures(tx, org, mentioned);
  await abandonPendingFiles(tx, org);
  const id = newId('erasure', now);
  const stored = { ids: [...ids], texts: [...texts], captured: captured.map(printed) };
  const counted = { accounts: accountIds.length, contacts: erased.contacts };
  await insertErasure(tx, {
    ...{ ...stored, ...counted, orgId: org.orgId, id, customerId, username, createdAt: now },
  });
  await planScheduledWork(tx, org, {
    ...{ kind: SWEEP, key: id, dueAt: now, rank: SWEEP_RANK, now },
    payload: { id, step: 'REQUESTS', after: '' },
  });
  // Last, because the erasure itself has added entries.
  await eraseEntries(tx, [
    ...erased.entries,
    ...[{ type: 'ALERT_CHANNEL', ids: channels } as const, { type: 'REPORT', ids: reports } as const],
    { type: 'NOTE', ids: notes },
  ]);
  return { customerId, ...counted, erasureId: id };
}

function printed({ date, name }: CapturedMail): string {
  return `${date} ${name}`;
}
