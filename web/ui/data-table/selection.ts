/** A set with the id added, or taken out if it was there. */
export function toggled(set: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(set);
  if (!next.delete(id)) next.add(id);
  return next;
}

/** Whether each of at least one id is in the set. */
export function areAllIn(set: ReadonlySet<string>, ids: readonly string[]): boolean {
  return ids.length > 0 && ids.every((id) => set.has(id));
}

/** A set with all ids; without any of them if all were there. */
export function toggledAll(set: ReadonlySet<string>, ids: readonly string[]): ReadonlySet<string> {
  return areAllIn(set, ids) ? new Set() : new Set(ids);
}
