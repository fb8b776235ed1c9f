import { baseUrlOf } from './addressing.ts';
import { compileOperation } from './compile.ts';
import { ApiResponse, type Context, type Operation, SCOPES } from './operation.ts';
import { printInTurns } from './print-in-turns.ts';
import type { Writer } from './writer.ts';

/** How resources of a kind are represented. */
export interface ShownBy {
  /** The operation that returns one. The id is its parameter, or several joined by `/`. */
  get: Operation;
  /** Members that mean nothing to a later reader, such as expiring links. */
  without?: readonly string[];
}

/** The response that the organization's own credentials would get now, as the text of a JSON object. */
export async function readResource(
  { get, without = [] }: ShownBy,
  context: Omit<Context, 'actor' | 'requestId' | 'baseUrl'>,
  id: string,
): Promise<string> {
  const { org, deployment } = context;
  const wire = { prefix: deployment.wirePrefix, isLegacy: deployment.isWireLegacy };
  const write = compileOperation(get, wire).writers.get(get.response.status);
  const names = [...get.route.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
  const parts = names.length === 1 ? [id] : id.split('/');
  if (!write || parts.length !== names.length || !get.handle)
    throw new Error(`operation ${get.id} found nothing with the id ${id}`);
  const params = Object.fromEntries(names.map((name, index) => [name, parts[index]]));
  const requested = { params, query: {}, body: undefined, page: undefined };
  const actor = {
    ...{
      org,
      credentialId: 'platform',
      scopes: new Set(SCOPES),
      keyRotation: 0,
      token: null,
      expiresAt: null,
    },
    portal: null,
  };
  // For later readers: there is no request whose host could be used.
  const baseUrl = baseUrlOf(null, deployment.publicUrl);
  const shown = await get.handle({ ...context, actor, requestId: '', baseUrl }, requested as never);
  const body = shown instanceof ApiResponse ? shown.body : shown;
  return String(await printInTurns(leavingOut(write, without), body));
}

/** Omits members whose printed names are among `names`. */
function leavingOut(write: Writer, names: readonly string[]): Writer {
  const { members, ...parts } = write.parts ?? {};
  if (!members) return write;
  const leave = (value: unknown) => {
    const written = write(value) as Record<string, unknown>;
    for (const name of names) delete written[name];
    return written;
  };
  const left = members.filter(({ printed }) => !names.includes(printed));
  return Object.assign(leave, { parts: { ...parts, members: left } });
}

/** Some members, as the operation would print them. */
export function printMembers(
  { get }: ShownBy,
  members: Readonly<Record<string, unknown>>,
  wire: { prefix: string; isLegacy: boolean },
): string {
  const write = compileOperation(get, wire).writers.get(get.response.status);
  const written = write?.(members) as Record<string, unknown>;
  // Required members that are not among these print as null.
  const named = Object.entries(written).filter(([name, value]) => value !== null || name in members);
  // A response omits members without a value; here they must be visible.
  const absent = Object.keys(members).filter((name) => members[name] === null && !(name in written));
  return JSON.stringify({
    ...Object.fromEntries(named),
    ...Object.fromEntries(absent.map((name) => [name, null])),
  });
}
