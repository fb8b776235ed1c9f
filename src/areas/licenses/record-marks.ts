import { type NameSpan, replayMarks } from '#core/licenses/named-entries.ts';
import { newId } from '#platform/ids.ts';
import { type LicenseContext, planLicensesChanged } from './plan-changes.ts';
import {
  deleteMarks,
  insertMarks,
  listEntriesSince,
  listMarks,
  listMarksOfEvents,
  lockNamedLicenses,
  type NamedEntryRow,
  type NamedMark,
  type NameKey,
  replaceEntries,
} from './store/names.ts';

/**
 * Stores event marks of license names and updates their entries to reflect all marks, regardless of arrival
 * order (`metering-pricing.md` 12.3). The number of statements does not depend on the batch length; only
 * entries after the earliest mark of a name are read and rebuilt.
 */
export async function recordMarks(context: LicenseContext, marks: readonly NamedMark[]): Promise<void> {
  if (marks.length === 0) return;
  const { tx, org, now } = context;
  await lockNamedLicenses(tx, org, { keys: marks, now });
  await insertMarks(tx, org, marks);
  await replayNames(context, marks);
}

/**
 * Removes event marks of license names and updates the entries to reflect all remaining marks. Returns the
 * references of the events that had marks.
 */
export async function withdrawMarks(
  context: LicenseContext,
  references: readonly string[],
): Promise<ReadonlySet<string>> {
  const { tx, org, now } = context;
  const marks = await listMarksOfEvents(tx, org, references);
  if (marks.length === 0) return new Set();
  await lockNamedLicenses(tx, org, { keys: marks, now });
  await deleteMarks(tx, org, references);
  await replayNames(context, marks);
  return new Set(marks.map(({ referenceId }) => referenceId));
}

/** For names that gained or lost marks. */
async function replayNames(context: LicenseContext, changed: readonly NamedMark[]): Promise<void> {
  const { tx, org, now } = context;
  const names = [...Map.groupBy(changed, keyText).values()].map(sinceFirst);
  const [known, entries] = await Promise.all([listMarks(tx, org, names), listEntriesSince(tx, org, names)]);
  const marksOf = Map.groupBy(known, keyText);
  const entriesOf = Map.groupBy(entries, keyText);
  const changes = names.map((name) => {
    const key = keyText(name);
    return replayName(name, { marks: marksOf.get(key) ?? [], entries: entriesOf.get(key) ?? [], now });
  });
  await replaceEntries(tx, org, {
    removed: changes.flatMap(({ removed }) => removed),
    rows: changes.flatMap(({ rows }) => rows),
  });
  await planLicensesChanged(
    context,
    changed.map(({ accountId }) => accountId),
  );
}

function sinceFirst(marks: readonly NamedMark[]): NameKey & { from: Temporal.Instant } {
  const { accountId, licenseId, name } = marks[0] as NamedMark;
  const from = marks.map(({ at }) => at).reduce((a, b) => (Temporal.Instant.compare(a, b) <= 0 ? a : b));
  return { accountId, licenseId, name, from };
}

/** The entries of a name to delete or change, and their replacements; unchanged entries are not touched. */
function replayName(
  { from, ...key }: NameKey & { from: Temporal.Instant },
  known: {
    marks: readonly Pick<NamedMark, 'at' | 'action'>[];
    entries: readonly NamedEntryRow[];
    now: Temporal.Instant;
  },
): { removed: string[]; rows: NamedEntryRow[] } {
  const { entries, now } = known;
  const before = entries.find(({ effectiveFrom }) => Temporal.Instant.compare(effectiveFrom, from) < 0);
  const spans = replayMarks(known.marks, before ? toSpan(before) : null);
  const isStill = (entry: NamedEntryRow) => spans.some((span) => isSame(toSpan(entry), span));
  const rows = spans
    .filter((span) => !entries.some((entry) => isSame(toSpan(entry), span)))
    .map((span) => {
      const old = entries.find(({ effectiveFrom }) => effectiveFrom.equals(span.from));
      const { id, createdAt } = old ?? { id: newId('named_license_entry', now), createdAt: now };
      const range = { effectiveFrom: span.from, effectiveUntil: span.until };
      return { ...key, id, ...range, createdAt, updatedAt: now };
    });
  return { removed: entries.filter((entry) => !isStill(entry)).map(({ id }) => id), rows };
}

function toSpan({ effectiveFrom, effectiveUntil }: NamedEntryRow): NameSpan {
  return { from: effectiveFrom, until: effectiveUntil };
}

function isSame(a: NameSpan, b: NameSpan): boolean {
  if (!a.from.equals(b.from)) return false;
  return a.until === null || b.until === null ? a.until === b.until : a.until.equals(b.until);
}

function keyText({ accountId, licenseId, name }: NameKey): string {
  return JSON.stringify([accountId, licenseId, name]);
}
