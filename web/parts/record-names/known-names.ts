import { getRecordNames } from '../../api/generated/record-names.ts';
import type { GetRecordNamesRequest } from '../../api/generated/request-types.ts';
import { send } from '../../api/transport.ts';

export type NamedKind = 'accounts' | 'customers' | 'apiKeys';

/** A record that a row of a list refers to. */
export interface Reference {
  kind: NamedKind;
  id: string;
}

const MEMBERS = { accounts: 'accountIds', customers: 'customerIds', apiKeys: 'apiKeyIds' } as const;
const KINDS = Object.keys(MEMBERS) as NamedKind[];
/** As many of a kind as one request may ask for. */
const MAX_IDS = 200;
const STALE_MS = 30_000;

/** Names by kind and id, with the time in ms since 1970 when they were read. Null: no name that may be read. */
const known = new Map<string, { name: string | null; readAt: number }>();

export function knownName({ kind, id }: Reference): string | null {
  return known.get(`${kind} ${id}`)?.name ?? null;
}

/** Reads the names that are not known, or were read a while ago, in as few requests as possible. */
export async function readNames(references: readonly Reference[], signal?: AbortSignal): Promise<void> {
  const missing = idsByKind(references.filter(isStale));
  const rounds = Math.ceil(Math.max(...KINDS.map((kind) => missing[kind].length)) / MAX_IDS);
  for (let round = 0; round < rounds; round++) {
    const asked = KINDS.map(
      (kind) => [kind, missing[kind].slice(round * MAX_IDS, (round + 1) * MAX_IDS)] as const,
    );
    const body = Object.fromEntries(
      asked.map(([kind, ids]) => [MEMBERS[kind], ids]),
    ) as GetRecordNamesRequest;
    const found = await send(getRecordNames, { body }, { signal });
    for (const [kind, ids] of asked) keep(kind, ids, new Map(found[kind].map(({ id, name }) => [id, name])));
  }
}

function isStale({ kind, id }: Reference): boolean {
  const entry = known.get(`${kind} ${id}`);
  return !entry || entry.readAt < Date.now() - STALE_MS;
}

function idsByKind(references: readonly Reference[]): Record<NamedKind, string[]> {
  const idsOf = (wanted: NamedKind) => [
    ...new Set(references.filter(({ kind }) => kind === wanted).map(({ id }) => id)),
  ];
  return { accounts: idsOf('accounts'), customers: idsOf('customers'), apiKeys: idsOf('apiKeys') };
}

function keep(kind: NamedKind, ids: readonly string[], names: ReadonlyMap<string, string>): void {
  const readAt = Date.now();
  for (const id of ids) known.set(`${kind} ${id}`, { name: names.get(id) ?? null, readAt });
}
