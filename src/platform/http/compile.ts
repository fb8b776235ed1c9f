import { type TObject, type TSchema, Type } from 'typebox';
import { checkDeprecation } from './deprecation.ts';
import type { CompiledOperation } from './executor.ts';
import { filterParameters, listParameters } from './list.ts';
import type { Operation } from './operation.ts';
import { portalResponses } from './portal-access.ts';
import { DEFAULT_BODY_LIMIT, LONG_BODY_BYTES } from './read-body.ts';
import { compileLongBody } from './validate-in-turns.ts';
import { compileBody, compileParameters, hasDecimals } from './validation.ts';
import { compileWriter, type Writer } from './writer.ts';

/** Wire settings of the deployment. */
interface Wire {
  prefix: string;
  isLegacy: boolean;
}

/** Compiled operations by wire settings; services in one process share them. */
const known = new WeakMap<Operation, Map<string, CompiledOperation>>();

/** Compiles the schemas of an operation, once per wire settings. */
export function compileOperation(operation: Operation, wire: Wire): CompiledOperation {
  const wires = known.getOrInsertComputed(operation, () => new Map<string, CompiledOperation>());
  return wires.getOrInsertComputed(JSON.stringify(wire), () => compile(operation, wire));
}

function compile(operation: Operation, wire: Wire): CompiledOperation {
  checkDeprecation(operation);
  const { params, query, body } = operation.request ?? {};
  return {
    operation,
    queryNames: new Set(Object.keys(queryParameters(operation)?.properties ?? {})),
    validateParams: params ? compileParameters(params) : null,
    // The list grammar reads filters and paging: it handles repeats, prefixes and tokens.
    validateQuery: query ? compileParameters(query) : null,
    validateBody: body ? compileBody(body, wire) : null,
    validateLongBody: body && takesLongBodies(operation) ? compileLongBody(body, wire) : null,
    writers: compileWriters(operation.response, wire),
    portalWriters: operation.portal
      ? compileWriters(portalResponses(operation, operation.portal), wire)
      : new Map(),
    messageWriters: new Map(
      Object.entries(operation.stream?.messages ?? {}).map(([name, data]) => [
        name,
        compileWriter(data, wire),
      ]),
    ),
    isExact: body ? hasDecimals(body) : false,
    multiline: body ? multilineMembers(body) : new Set(),
  };
}

function takesLongBodies({ bodyLimit = DEFAULT_BODY_LIMIT }: Operation): boolean {
  return bodyLimit > LONG_BODY_BYTES;
}

/** All query parameters of an operation, including those of its list grammar; for the document. */
export function queryParameters(operation: Operation): TObject | null {
  const own = (operation.request?.query as TObject | undefined)?.properties ?? {};
  const listed = operation.list ? listParameters(operation.list) : {};
  const filters = operation.stream ? filterParameters(operation.stream.filters) : {};
  const all = { ...own, ...listed, ...filters };
  return Object.keys(all).length > 0 ? Type.Object(all) : null;
}

function compileWriters(response: Operation['response'], wire: Wire): ReadonlyMap<number, Writer> {
  const { status, body, alternatives = {}, legacyBody } = response;
  const schemas: [number, TSchema][] = [
    [status, wire.isLegacy && legacyBody ? legacyBody : body],
    ...Object.entries(alternatives).map(([key, schema]): [number, TSchema] => [Number(key), schema]),
  ];
  return new Map(schemas.map(([code, schema]) => [code, compileWriter(schema, wire)]));
}

/** Names of the members marked `multiline` anywhere in a schema. */
function multilineMembers(node: unknown, found = new Set<string>()): Set<string> {
  if (node === null || typeof node !== 'object') return found;
  const properties = (node as { properties?: Record<string, { multiline?: boolean }> }).properties ?? {};
  for (const [name, member] of Object.entries(properties)) if (member.multiline) found.add(name);
  for (const member of Object.values(node)) multilineMembers(member, found);
  return found;
}
