import { baseUrlOf } from './addressing.ts';
import type { Environment, Method, Operation } from './operation.ts';

/** Since when an operation is deprecated, its successor, and when it may be removed. Dates are whole days. */
export interface Deprecation {
  /** As YYYY-MM-DD, in UTC. */
  since: string;
  /** The first day on which it may be removed: at least twelve months later. */
  sunset?: string;
  /** The replacement, as `GET /v2/trees`; its path parameters must be among those of this operation. */
  successor: `${Method} /${string}`;
}

/** The areas of the public API with a second version: the first version remains for three years. */
export const SUPERSEDED = { since: '2026-01-01', sunset: '2029-01-01' } as const satisfies Omit<
  Deprecation,
  'successor'
>;

const MONTHS_OF_NOTICE = 12;

/** Fails at startup when a deprecation could not be expressed in the headers. */
export function checkDeprecation({ id, route, deprecated }: Operation): void {
  if (!deprecated) return;
  const { since, sunset, successor } = deprecated;
  const earliest = Temporal.PlainDate.from(since).add({ months: MONTHS_OF_NOTICE });
  if (sunset !== undefined && Temporal.PlainDate.compare(sunset, earliest) < 0)
    throw new Error(`operation ${id}: its sunset must be ${MONTHS_OF_NOTICE} months after its deprecation`);
  for (const [parameter] of successor.matchAll(/\{\w+\}/g))
    if (!route.includes(parameter))
      throw new Error(`operation ${id}: its successor has the path parameter ${parameter}, unlike its route`);
}

/**
 * Headers of every response of a deprecated operation, including errors: `Deprecation` (RFC 9745), `Sunset`
 * (RFC 8594), and a link to the same resource under the successor's route.
 */
export function deprecationHeaders(
  deprecated: Deprecation,
  request: { environment: Environment; params: Record<string, string>; publicUrl: string | null },
): Record<string, string> {
  const { since, sunset, successor } = deprecated;
  const base = baseUrlOf(null, request.publicUrl);
  return {
    deprecation: `@${startOf(since).epochMilliseconds / 1000}`,
    ...(sunset !== undefined && { sunset: new Date(startOf(sunset).epochMilliseconds).toUTCString() }),
    link: `<${base}${fill(routeOf(successor), request)}>; rel="successor-version"`,
  };
}

/** The same headers, for the document. */
export function describeDeprecationHeaders({ sunset }: Deprecation): Record<string, object> {
  const text = (description: string) => ({ description, schema: { type: 'string' } });
  return {
    Deprecation: text('Deprecated since: `@` and seconds since 1970 (RFC 9745)'),
    ...(sunset !== undefined && { Sunset: text('When it may be removed (RFC 8594)') }),
    Link: text('The replacement, as `successor-version`'),
  };
}

/** A sentence that names the replacement; without an operation id if the document does not contain it. */
export function nameSuccessor(
  { successor }: Deprecation,
  idOf: (successor: string) => string | undefined,
): string {
  const id = idOf(successor);
  return `\`${successor}\`${id ? ` (${id})` : ''} replaces it.`;
}

function routeOf(successor: string): string {
  return successor.slice(successor.indexOf('/'));
}

function startOf(day: string): Temporal.Instant {
  return Temporal.PlainDate.from(day).toZonedDateTime('UTC').toInstant();
}

function fill(
  route: string,
  { environment, params }: { environment: Environment; params: Record<string, string> },
): string {
  const path = route.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  return environment === 'sandbox' ? `/sandbox${path}` : path;
}
