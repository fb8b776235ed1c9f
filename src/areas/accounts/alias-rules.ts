import { FOREVER_INSTANT } from '#core/period-zone.ts';
import type { AccountAlias, NewTimedAlias } from './alias-schema.ts';
import { aliasInvalid, aliasTaken } from './problems.ts';
import type { AliasRange, AliasRow } from './store/aliases.ts';

/** The normalized form in which aliases and references of events are compared. */
export function aliasKey(text: string): string {
  return text.trim().toLowerCase();
}

/**
 * An alias that a request claims. A plain claim has no range of its own and takes the free time from now on.
 */
export interface AliasClaim extends AliasRange {
  isPlain: boolean;
}

/**
 * Normalizes the texts of a request, and checks again those whose length changed by trimming or lower case.
 */
export function readClaims(sent: {
  aliases?: readonly string[] | undefined;
  accountAliases?: readonly NewTimedAlias[] | undefined;
}): AliasClaim[] {
  const plain = (sent.aliases ?? []).map((text, i) => ({
    value: readAlias(text, { at: `aliases[${i}]`, min: 3, max: 50 }),
    from: null,
    until: null,
    isPlain: true,
  }));
  const timed = (sent.accountAliases ?? []).map((alias, i) => readTimedAlias(alias, `accountAliases[${i}]`));
  return [...plain, ...timed];
}

/** Throws unless the alias has `min` to `max` characters after trimming, none of them a control character. */
export function readAlias(text: string, { at, min, max }: { at: string; min: number; max: number }): string {
  const value = aliasKey(text);
  const { length } = [...value];
  if (length < min || length > max)
    throw aliasInvalid({ at, rule: `must have ${min} to ${max} characters, with no spaces at its ends` });
  // Values of settings may contain line breaks, but the reader knows members only by name.
  if (/[\t\n\r]/.test(value)) throw aliasInvalid({ at, rule: 'must not contain control characters' });
  return value;
}

function readTimedAlias(alias: NewTimedAlias, at: string): AliasClaim {
  for (const instant of [alias.effectiveFrom, alias.effectiveUntil]) checkInstant(instant, at);
  const [from, until] = [readFrom(alias.effectiveFrom), readUntil(alias.effectiveUntil)];
  if (from && readUntil(from) === null)
    throw aliasInvalid({ at, rule: 'effectiveFrom must be before 9999-01-01' });
  if (from && until && Temporal.Instant.compare(from, until) >= 0)
    throw aliasInvalid({ at, rule: 'effectiveFrom must be before effectiveUntil' });
  return {
    value: readAlias(alias.value, { at: `${at}.value`, min: 1, max: 50 }),
    from,
    until,
    isPlain: false,
  };
}

/** Clients send the limits of time as the API prints them; both mean no limit (`money-platform.md` 2). */
const SINCE_EVER = Temporal.Instant.from('0001-01-01T00:00:00Z');
/** An offset can move an instant beyond the last valid year. */
const LAST = Temporal.Instant.from('9999-12-31T23:59:59.999Z');

function readFrom(from: Temporal.Instant | null | undefined): Temporal.Instant | null {
  return from && Temporal.Instant.compare(from, SINCE_EVER) > 0 ? from : null;
}

/** Null for every instant from 9999-01-01 on. */
function readUntil(until: Temporal.Instant | null | undefined): Temporal.Instant | null {
  return until && Temporal.Instant.compare(until, FOREVER_INSTANT) < 0 ? until : null;
}

/** Throws for an instant outside the range that the database stores. */
export function checkInstant(instant: Temporal.Instant | null | undefined, at: string): void {
  if (!instant) return;
  const isStorable =
    Temporal.Instant.compare(instant, SINCE_EVER) >= 0 && Temporal.Instant.compare(instant, LAST) <= 0;
  if (!isStorable) throw aliasInvalid({ at, rule: 'must be between the years 1 and 9999' });
}

/**
 * The range that a claim receives beside the existing ranges of the value; null if the account already has
 * it. Raises `aliasTaken` if a part of it is taken.
 */
export function fitClaim(
  claim: AliasClaim,
  context: {
    accountId: string;
    taken: readonly Pick<AliasRow, 'accountId' | 'effectiveFrom' | 'effectiveUntil'>[];
    now: Temporal.Instant;
  },
): AliasRange | null {
  const { accountId, taken, now } = context;
  const { value, until } = claim;
  // The past stays with the previous account: late events of that time still count there.
  const from = claim.isPlain ? endOfPast(taken, now) : claim.from;
  for (const row of taken) {
    if (!overlaps(row, { from, until })) continue;
    const isOwn = row.accountId === accountId;
    if (isOwn && (claim.isPlain ? lastsFromNow(row, now) : contains(row, { from, until }))) return null;
    throw aliasTaken({
      value,
      from: row.effectiveFrom?.toString() ?? null,
      until: readUntil(row.effectiveUntil)?.toString() ?? null,
    });
  }
  return { value, from, until };
}

type Range = Pick<AliasRow, 'effectiveFrom' | 'effectiveUntil'>;
type Span = Pick<AliasRange, 'from' | 'until'>;

/** The end of the latest range that is over at `now`. */
function endOfPast(taken: readonly Range[], now: Temporal.Instant): Temporal.Instant | null {
  const ends = taken.flatMap(({ effectiveUntil }) => (effectiveUntil ? [effectiveUntil] : []));
  const past = ends.filter((end) => Temporal.Instant.compare(end, now) <= 0);
  return past.sort(Temporal.Instant.compare).at(-1) ?? null;
}

function overlaps(row: Range, span: Span): boolean {
  return isBefore(row.effectiveFrom, span.until) && isBefore(span.from, row.effectiveUntil);
}

/** Whether a start lies before an end; null is unbounded on either side. */
function isBefore(from: Temporal.Instant | null, until: Temporal.Instant | null): boolean {
  return from === null || until === null || Temporal.Instant.compare(from, until) < 0;
}

function contains(row: Range, span: Span): boolean {
  const { effectiveFrom, effectiveUntil } = row;
  const isFromHeld = !effectiveFrom || (span.from && Temporal.Instant.compare(effectiveFrom, span.from) <= 0);
  const isUntilHeld =
    !effectiveUntil || (span.until && Temporal.Instant.compare(span.until, effectiveUntil) <= 0);
  return Boolean(isFromHeld && isUntilHeld);
}

function lastsFromNow(row: Range, now: Temporal.Instant): boolean {
  const { effectiveFrom, effectiveUntil } = row;
  return (
    readUntil(effectiveUntil) === null &&
    (!effectiveFrom || Temporal.Instant.compare(effectiveFrom, now) <= 0)
  );
}

/** The effect of ending a range at an instant. */
export function cutRange(row: Range, at: Temporal.Instant): 'deleted' | 'ended' | 'none' {
  if (readUntil(at) === null) return 'none';
  if (row.effectiveFrom && Temporal.Instant.compare(at, row.effectiveFrom) <= 0) return 'deleted';
  return isBefore(at, row.effectiveUntil) ? 'ended' : 'none';
}

/** The wire shape of a range, which always contains both ends. */
export function describeRange(row: AliasRow): AccountAlias {
  return {
    ...row,
    effectiveFrom: readFrom(row.effectiveFrom) ?? SINCE_EVER,
    effectiveUntil: readUntil(row.effectiveUntil) ?? FOREVER_INSTANT,
  };
}
