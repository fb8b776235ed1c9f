import type { TSchema } from 'typebox';
import { forbidden } from '../problem.ts';
import type { PageRequest } from './list.ts';
import type { Operation } from './operation.ts';
import type { PortalAccess, PortalView } from './portal-view.ts';

/**
 * What a portal token may do: only what an operation declares. As a second barrier, row-level security limits
 * it to rows of the granted accounts.
 */

/** Throws `forbidden` for an operation that admits no portal tokens, or only those with write access. */
export function checkPortalAccess(portal: PortalView, operation: Operation): void {
  const isAllowed =
    operation.portal &&
    !operation.handleLong &&
    (operation.portal.mode === 'READ' || portal.mode === 'WRITE');
  if (isAllowed) return;
  const canRead = operation.portal && !operation.handleLong;
  throw forbidden({
    why: canRead ? 'this portal token is read-only' : 'portal tokens cannot use this operation',
  });
}

/**
 * Rejects accounts of the same customer that are not granted, and body members that a portal may not send.
 * Resources of other customers are not found, as for all callers.
 */
export function checkPortalRequest(
  portal: PortalView,
  operation: Operation,
  request: { params: Record<string, unknown>; body: unknown },
): void {
  const name = request.params.account_id;
  if (typeof name === 'string' && isOutside(portal, name)) throw outsidePortal();
  const { accepts } = operation.portal ?? {};
  if (!accepts || typeof request.body !== 'object' || request.body === null) return;
  if (Object.keys(request.body).every((member) => accepts.includes(member))) return;
  throw forbidden({ why: `a portal token can send only ${accepts.join(', ')}` });
}

/** For accounts of the same customer; resources of other customers are not found. */
export const outsidePortal = () => forbidden({ why: 'the portal token has no access to this account' });

/** Matches the chosen id or the platform id; a chosen id wins, as in account lookups. */
function isOutside(portal: PortalView, name: string): boolean {
  const id = portal.customerAccountIds.has(name) ? name : portal.idsByPlatformId.get(name);
  return id !== undefined && !portal.accountIds.has(id);
}

/**
 * Adds the granted accounts to the conditions of a list. Page tokens do not carry them: grants may change.
 */
export function narrowPage(page: PageRequest, operation: Operation, portal: PortalView | null): PageRequest {
  const name = operation.portal?.accountFilter;
  if (!portal || name === undefined) return page;
  const granted = `in:${JSON.stringify([...portal.accountIds])}`;
  return { ...page, filters: { ...page.filters, [name]: [...(page.filters[name] ?? []), granted] } };
}

/** The responses of an operation, without the members that it hides from portals. */
export function portalResponses(operation: Operation, access: PortalAccess): Operation['response'] {
  const { accountFilter, hides = [] } = access;
  if (accountFilter !== undefined && !operation.list?.filters[accountFilter])
    throw new Error(`operation ${operation.id} has no filter ${accountFilter}`);
  const hide = (schema: TSchema): TSchema =>
    hides.reduce<Node>((node, path) => without(node, path.split('.'), operation), schema as Node) as TSchema;
  const { status, body, alternatives = {}, legacyBody } = operation.response;
  const others = Object.entries(alternatives).map(([code, schema]) => [code, hide(schema)]);
  return {
    status,
    body: hide(body),
    alternatives: Object.fromEntries(others),
    ...(legacyBody && { legacyBody: hide(legacyBody) }),
  };
}

interface Node {
  properties?: Record<string, Node>;
  required?: string[];
  items?: Node;
}

/** A missing member is an error in the declaration, which fails the startup. */
function without(node: Node, path: readonly string[], operation: Operation): Node {
  if (node.items) return { ...node, items: without(node.items, path, operation) };
  const { properties = {}, required = [] } = node;
  const [name = '', ...rest] = path;
  if (properties.data?.items && properties.nextToken)
    return { ...node, properties: { ...properties, data: without(properties.data, path, operation) } };
  const member = properties[name];
  if (!member)
    throw new Error(`operation ${operation.id} hides ${path.join('.')}, which its response does not contain`);
  if (rest.length > 0)
    return { ...node, properties: { ...properties, [name]: without(member, rest, operation) } };
  const { [name]: _hidden, ...shown } = properties;
  return { ...node, properties: shown, required: required.filter((each) => each !== name) };
}
