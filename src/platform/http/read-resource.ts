import { baseUrlOf } from './addressing.ts';
import { compileOperation } from './compile.ts';
import { ApiResponse, type Context, type Operation, SCOPES } from './operation.ts';
import { printInTurns } from './print-in-turns.ts';
import type { Writer } from './writer.ts';

/** How things of a kind are shown. */
export interface ShownBy {
  /** The operation that answers with one. The id is its parameter, or several with `/` between. */
  get: Operation;
  /** Members of its answer that mean nothing to a later reader, such as links that expire. */
  without?: readonly string[];
}

/** The text of the answer that the organization itself would get now, as a JSON object. */
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
    throw new Error(`operation ${get.id} shows nothing by the id ${id}`);
  const params = Object.fromEntries(names.map((name, index) => [name, parts[index]]));
  const asked = { params, query: {}, body: undefined, page: undefined };
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
  // For later readers: nobody's request says how the service is called.
  const baseUrl = baseUrlOf(null, deployment.publicUrl);
  const shown = await get.handle({ ...context, actor, requestId: '', baseUrl }, asked as never);
  const body = shown instanceof ApiResponse ? shown.body : shown;
  return String(await printInTurns(leavingOut(write, without), body));
}

/** Without members that have such names in what is printed. */
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

/** Some members as that operation would print them. */
export function printMembers(
  { get }: ShownBy,
  members: Readonly<Record<string, unknown>>,
  wire: { prefix: string; isLegacy: boolean },
): string {
  const write = compileOperation(get, wire).writers.get(get.response.status);
  const written = write?.(members) as Record<string, unknown>;
  // Members that must be there print as null when they are not among these.
  const named = Object.entries(written).filter(([name, value]) => value !== null || name in members);
  // What was nothing is absent in an answer; here it has to be seen.
  const absent = Object.keys(members).filter((name) => members[name] === null && !(name in written));
  return JSON.stringify({
    ...Object.fromEntries(named),
    ...Object.fromEntries(absent.map((name) => [name, null])),
  });
}
