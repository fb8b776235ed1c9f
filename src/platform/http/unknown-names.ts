import { distance } from 'fastest-levenshtein';

/** Longer names are not compared: the cost for a hostile name would grow with the square of its length. */
const MAX_COMPARED = 50;
const MAX_SHOWN = 20;

/** Problems for query parameters that an operation does not have. */
export function rejectUnknownParameters(
  known: ReadonlySet<string>,
  query: Readonly<Record<string, unknown>>,
): string[] {
  return Object.keys(query)
    .filter((name) => !known.has(name))
    .map((name) => `unknown query parameter ${clip(name) || '""'} (${advise(name, [...known])})`);
}

/** ` (did you mean …?)`, or empty when no known name is similar. */
export function suggestName(name: string, known: readonly string[]): string {
  const nearest = nearestName(name, known);
  return nearest === null ? '' : ` (did you mean ${nearest}?)`;
}

/** The most similar known name: equal but for case, or a few letters away. */
function nearestName(name: string, known: readonly string[]): string | null {
  if (name.length > MAX_COMPARED) return null;
  const plainName = plain(name);
  const near = known
    .map((each) => ({ each, far: distance(plainName, plain(each)) }))
    .filter(({ each, far }) => far <= Math.floor(each.length / 3))
    .sort((a, b) => a.far - b.far);
  return near[0]?.each ?? null;
}

function advise(name: string, known: readonly string[]): string {
  const nearest = nearestName(name, known);
  if (nearest !== null) return `did you mean ${nearest}?`;
  if (known.length === 0) return 'this operation takes none';
  const shown = known.slice(0, MAX_SHOWN).join(', ');
  return `this operation takes ${shown}${known.length > MAX_SHOWN ? ', …' : ''}`;
}

/** People read `accountId`, `account_id` and `AccountID` as one name. */
function plain(name: string): string {
  return name.replaceAll(/[_\- ]/g, '').toLowerCase();
}

function clip(name: string): string {
  return name.length <= MAX_COMPARED ? name : `${name.slice(0, MAX_COMPARED).toWellFormed()}…`;
}
