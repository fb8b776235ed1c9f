import { baseUrlOf } from './addressing.ts';
import type { Environment, Method, Operation } from './operation.ts';

/** That callers should use something else, since when, and until when the operation stays. Dates are days. */
export interface Deprecation {
  /** As YYYY-MM-DD, in UTC. */
  since: string;
  /** The first day on which it may be gone: at least twelve months later. */
  sunset?: string;
  /** The operation that takes its place, as `GET /v2/trees`; its path parameters are among the own ones. */
  successor: `${Method} /${string}`;
}

/** The areas of the public API that have a second version: their first one stays for three years. */
export const SUPERSEDED = { since: '2026-01-01', sunset: '2029-01-01' } as const satisfies Omit<
  Deprecation,
  'successor'
>;

const MONTHS_OF_NOTICE = 12;

/** Refuses at start what could not be said to callers. */
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
 * The headers of every answer of a deprecated operation, failures too: `Deprecation` of RFC 9745, `Sunset` of
 * RFC 8594, and a link to the same thing under the successor's route.
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
    link: `<${base}${fill(cachedPlanOf(successor), request)}>; rel="successor-version"`,
  };
}

/** The same headers for the document. */
export function describeDeprecationHeaders({ sunset }: Deprecation): Record<string, object> {
  const text = (description: string) => ({ description, schema: { type: 'string' } });
  return {
    Deprecation: text('Since when: `@` and seconds since 1970 (RFC 9745)'),
    ...(sunset !== undefined && { Sunset: text('From when on it may be gone (RFC 8594)') }),
    Link: text('What takes its place, as `successor-version`'),
  };
}

/** What takes its place, in a sentence; without an id while the successor is in no document. */
export function nameSuccessor(
  { successor }: Deprecation,
  idOf: (successor: string) => string | undefined,
): string {
  const id = idOf(successor);
  return `\`${successor}\`${id ? ` (${id})` : ''} takes its place.`;
}

function cachedPlanOf(successor: string): string {
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
