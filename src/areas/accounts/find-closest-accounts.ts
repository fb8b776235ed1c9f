import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { aliasKey } from './alias-rules.ts';
import { editDistance } from './edit-distance.ts';
import { type AccountName, listNamesLike } from './store/matches.ts';

/** Names of each reference to compare: those that begin with its first characters. */
const MAX_NAMES = 500;
const START = 3;
/** More differences than this in ten characters are no typing error. */
const DIFFERENCES = 2;

/** The account that a sender probably meant by a reference that matches none; absent if none is close. */
export async function findClosestAccounts(
  tx: Tx,
  org: Org,
  { refs, at }: { refs: readonly string[]; at: Temporal.Instant },
): Promise<ReadonlyMap<string, AccountName>> {
  const starts = refs.flatMap((ref) => [startOf(ref.trim()), startOf(aliasKey(ref))]);
  if (starts.length === 0) return new Map();
  const names = await listNamesLike(tx, org, { starts: [...new Set(starts)], at, limit: MAX_NAMES });
  return new Map(refs.flatMap((ref) => pairWithClosest(ref, names)));
}

function startOf(text: string): string {
  return [...text].slice(0, START).join('');
}

function pairWithClosest(ref: string, names: readonly AccountName[]): [string, AccountName][] {
  const key = aliasKey(ref);
  const limit = Math.max(1, Math.floor((key.length / 10) * DIFFERENCES));
  let [closest, distance]: [AccountName | null, number] = [null, limit + 1];
  for (const name of names) {
    const found = editDistance(key, aliasKey(name.value), limit);
    if (found < distance) [closest, distance] = [name, found];
  }
  return closest ? [[ref, closest]] : [];
}
