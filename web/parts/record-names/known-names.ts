import { getRecordNames } from '../../api/generated/record-names.ts';
import { send } from '../../api/transport.ts';

export type NamedKind = keyof typeof MEMBERS;

/** A record that a row of a list refers to. */
export interface Reference {
  kind: NamedKind;
  id: string;
}

const MEMBERS = {
  ...({ accounts: 'accountIds', customers: 'customerIds', apiKeys: 'apiKeyIds' } as const),
  ...({ invoices: 'invoiceIds', users: 'userIds' } as const),
} as const;
const KINDS = Object.keys(MEMBERS) as NamedKind[];
/** As many of a kind as one request may ask for. */
const MAX_IDS = 200;
const STALE_MS = 30_000;

/** By kind and id, with the time in ms since 1970 when the name was read. Null: there is none to be read. */
const known = new Map<string, { name: string | null; readAt: number }>();

export function knownName({ kind, id }: Reference): string | null {
  return known.get(`${kind} ${id}`)?.name ?? null;
}

/** Whoever wrote something: a user, or an API key. Null for others, such as the service itself. */
export function writerOf(id: string | undefined): Reference | null {
  if (id?.startsWith('usr.')) return { kind: 'users', id };
  return id?.startsWith('key.') ? { kind: 'apiKeys', id } : null;
}

/** The ids of each kind, as a request asks for their names. */
export function idsOf(references: readonly Reference[]): Record<(typeof MEMBERS)[NamedKind], string[]> {
  const of = (wanted: NamedKind) => [
    ...new Set(references.filter(({ kind }) => kind === wanted).map(({ id }) => id)),
  ];
  return {
    ...{ accountIds: of('accounts'), customerIds: of('customers'), apiKeyIds: of('apiKeys') },
    ...{ invoiceIds: of('invoices'), userIds: of('users') },
  };
}

/** Reads the names that are not known, or were read a while ago, in as few requests as possible. */
export async function readNames(references: readonly Reference[], signal?: AbortSignal): Promise<void> {
  const missing = idsOf(references.filter(isStale));
  const rounds = Math.ceil(Math.max(...KINDS.map((kind) => missing[MEMBERS[kind]].length)) / MAX_IDS);
  for (let round = 0; round < rounds; round++) {
    const part = (ids: readonly string[]) => ids.slice(round * MAX_IDS, (round + 1) * MAX_IDS);
    const body = {
      ...{ accountIds: part(missing.accountIds), customerIds: part(missing.customerIds) },
      ...{ apiKeyIds: part(missing.apiKeyIds), invoiceIds: part(missing.invoiceIds) },
      userIds: part(missing.userIds),
    };
    const found = await send(getRecordNames, { body }, { signal });
    for (const kind of KINDS) keep(kind, { asked: body[MEMBERS[kind]], found: found[kind] });
  }
}

function isStale({ kind, id }: Reference): boolean {
  const entry = known.get(`${kind} ${id}`);
  return !entry || entry.readAt < Date.now() - STALE_MS;
}

function keep(
  kind: NamedKind,
  { asked, found }: { asked: readonly string[]; found: readonly { id: string; name: string }[] },
): void {
  const names = new Map(found.map(({ id, name }) => [id, name]));
  for (const id of asked) known.set(`${kind} ${id}`, { name: names.get(id) ?? null, readAt: Date.now() });
}
