import { endExportFile } from '#areas/audit-log/index.ts';
import { dropAbandonedFiles, dropFile, type FilesTable, listFiles } from '#areas/files/index.ts';
import { endImportResult, endImportsOf } from '#areas/imports/index.ts';
import { dropUnmailedFiles, eraseMailTexts } from '#areas/mails/index.ts';
import { endReportFile } from '#areas/reports/index.ts';
import { eraseMentioningRequests } from '#areas/request-log/index.ts';
import { eraseMentioningEvents } from '#areas/webhooks/index.ts';
import { readClock } from '#platform/db/clock.ts';
import type { Mentioned } from '#platform/db/mentions.ts';
import { planScheduledWork, type StoredScheduledWork } from '#platform/db/scheduled-work.ts';
import type { Deployment } from '#platform/deployment.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { SWEEP, SWEEP_RANK } from './erase-person.ts';
import { mentionFinder } from './find-mentions.ts';
import { completeErasure, countDeletedFiles, findOpenErasure, type OpenErasure } from './store/erasures.ts';

/** Files with rows about many persons; other files are documents, or the organization's own. */
const SWEPT = ['REPORT', 'AUDIT_EXPORT', 'IMPORT', 'IMPORT_RESULT'] as const satisfies FilesTable['kind'][];
const FILES_AT_ONCE = 50;
/** After this time the next piece continues, so that no transaction stays idle for long. */
const MAX_SECONDS = 3;

type Step = 'REQUESTS' | 'EVENTS' | 'MAILS' | 'STATEMENTS' | 'FILES' | 'ABANDONED';

/**
 * Searches older data for an erased person where no id leads to it: a part per call, and schedules the next
 * piece. Idempotent.
 */
export async function sweep(
  context: ScheduledWorkContext,
  payload: StoredScheduledWork['payload'],
): Promise<void> {
  const { tx, org, now } = context;
  const erasure = await findOpenErasure(tx, org, String(payload.id));
  if (!erasure) return;
  const after = String(payload.after);
  const next = await sweepSome(context, erasure, { step: payload.step as Step, after });
  // Uses the current time, because a delayed piece runs later than its due time.
  if (!next) return completeErasure(tx, org, { id: erasure.id, now: await readClock(tx, org) });
  await planScheduledWork(tx, org, {
    ...{ kind: SWEEP, key: erasure.id, dueAt: now, rank: SWEEP_RANK, now },
    payload: { id: erasure.id, ...next },
  });
}

interface Position {
  step: Step;
  /** The cursor: the last id searched. */
  after: string;
}

/** Null if nothing is left to search. */
async function sweepSome(
  context: ScheduledWorkContext,
  erasure: OpenErasure,
  { step, after }: Position,
): Promise<Position | null> {
  const { tx, org } = context;
  switch (step) {
    case 'REQUESTS': {
      const last = await eraseMentioningRequests(tx, org, { mentioned: erasure, after });
      return last === null ? { step: 'EVENTS', after: '' } : { step, after: last };
    }
    case 'EVENTS': {
      const last = await eraseMentioningEvents(tx, org, { mentioned: erasure, after });
      return last === null ? { step: 'MAILS', after: '' } : { step, after: last };
    }
    case 'MAILS':
      await sweepMails(context, erasure);
      return { step: 'STATEMENTS', after: '' };
    case 'STATEMENTS': {
      const deleted = await dropUnmailedFiles(context, FILES_AT_ONCE);
      await countDeletedFiles(tx, org, { id: erasure.id, deleted });
      return deleted < FILES_AT_ONCE ? { step: 'FILES', after: '' } : { step, after };
    }
    case 'FILES': {
      const last = await sweepFiles(context, erasure, after);
      return last === null ? { step: 'ABANDONED', after: '' } : { step, after: last };
    }
    case 'ABANDONED': {
      const keys = await dropAbandonedFiles(context, FILES_AT_ONCE);
      await countDeletedFiles(tx, org, { id: erasure.id, deleted: keys.length });
      const last = keys.at(-1);
      return last === undefined || keys.length < FILES_AT_ONCE ? null : { step, after: last };
    }
    default:
      return step satisfies never;
  }
}

async function sweepMails(
  { tx, org, deployment }: ScheduledWorkContext,
  erasure: OpenErasure,
): Promise<void> {
  const ofTexts = await eraseMailTexts(tx, org, erasure);
  const known = erasure.captured.map((each) => {
    const [date = '', name = ''] = each.split(' ');
    return { date: Temporal.Instant.from(date), name };
  });
  await deployment.mailer.dropMails([...known, ...ofTexts]);
}

/** Deletes files that mention the person, in a page after an id; returns the last id searched. */
async function sweepFiles(
  context: ScheduledWorkContext,
  erasure: OpenErasure,
  after: string,
): Promise<string | null> {
  const { tx, org, deployment } = context;
  const until = performance.now() + MAX_SECONDS * 1000;
  const files = await listFiles(tx, org, { kinds: SWEPT, after, limit: FILES_AT_ONCE });
  for (const file of files) {
    if (await mentionsIn(deployment, file.storageKey, erasure)) {
      await eraseFile(context, file);
      await countDeletedFiles(tx, org, { id: erasure.id, deleted: 1 });
    }
    if (performance.now() > until) return file.id;
  }
  return files.length < FILES_AT_ONCE ? null : (files.at(-1)?.id ?? null);
}

async function mentionsIn({ files }: Deployment, storageKey: string, mentioned: Mentioned): Promise<boolean> {
  const stored = await files.open(storageKey);
  if (!stored) return false;
  const finder = mentionFinder(mentioned);
  stored.stream.setEncoding('utf8');
  try {
    for await (const piece of stored.stream) if (finder.read(piece as string)) return true;
    return finder.end();
  } finally {
    stored.stream.destroy();
  }
}

/**
 * Deletes the whole file: without some rows it would no longer be the report of its day, and users can
 * request it again.
 */
async function eraseFile(
  context: ScheduledWorkContext,
  { id: fileId, kind }: Pick<FilesTable, 'id' | 'kind'>,
): Promise<void> {
  const { tx, org, now } = context;
  if (kind === 'REPORT') await endReportFile(tx, org, { fileId, now });
  if (kind === 'AUDIT_EXPORT') await endExportFile(tx, org, { fileId, now });
  if (kind === 'IMPORT') await endImportsOf(tx, org, fileId);
  if (kind === 'IMPORT_RESULT') await endImportResult(tx, org, { fileId, now });
  await dropFile(context, fileId);
}
