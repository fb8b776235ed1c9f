import { distance } from 'fastest-levenshtein';

/** Longer names are not compared: the work for a hostile one would grow with its square. */
const MAX_COMPARED = 50;
const MAX_SHOWN = 20;

/** The problems with query parameters that an operation does not have. */
export function refuseUnknownParameters(
  known: ReadonlySet<string>,
  query: Readonly<Record<string, unknown>>,
): string[] {
  return Object.keys(query)
    .filter((name) => !known.has(name))
    .map((name) => `unknown query parameter ${clip(name) || '""'} (${advise(name, [...known])})`);
}

/** ` (did you mean …?)`, or nothing when no known name is near. */
export function suggestName(name: string, known: readonly string[]): string {
  const nearest = nearestName(name, known);
  return nearest === null ? '' : ` (did you mean ${nearest}?)`;
}

/** The known name that the caller most likely meant: the same in another case, or a few letters away. */
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

/** `accountId`, `account_id` and `AccountID` are one name to people. */
function plain(name: string): string {
  return name.replaceAll(/[_\- ]/g, '').toLowerCase();
}

function clip(name: string): string {
  return name.length <= MAX_COMPARED ? name : `${name.slice(0, MAX_COMPARED).toWellFormed()}…`;
}
