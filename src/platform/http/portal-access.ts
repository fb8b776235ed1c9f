import type { TSchema } from 'typebox';
import { forbidden } from '../problem.ts';
import type { PageRequest } from './list.ts';
import type { Operation } from './operation.ts';
import type { PortalAccess, PortalView } from './portal-view.ts';

/**
 * What a portal token may do. Nothing is allowed that an operation does not declare; behind these checks
 * stands the wall of the database, which lets only rows of the granted accounts through.
 */

/** Throws `forbidden` for an operation that lets no portal token in, or only those that may write. */
export function checkPortalAccess(portal: PortalView, operation: Operation): void {
  const isAllowed =
    operation.portal &&
    !operation.handleLong &&
    (operation.portal.mode === 'READ' || portal.mode === 'WRITE');
  if (isAllowed) return;
  const canRead = operation.portal && !operation.handleLong;
  throw forbidden({
    why: canRead ? 'this portal token may read, not write' : 'portal tokens may not use this operation',
  });
}

/**
 * Refuses an account of the own customer that is not granted, and members of the body that a portal may not
 * send. What belongs to somebody else is not found, as for everybody.
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
  throw forbidden({ why: `a portal token may send ${accepts.join(', ')} only` });
}

/** Of accounts of the own customer; what belongs to somebody else is not found. */
export const outsidePortal = () => forbidden({ why: 'the portal token does not reach this account' });

/** By its chosen id or by its platform id; a chosen id wins, as it does when accounts are looked up. */
function isOutside(portal: PortalView, name: string): boolean {
  const id = portal.customerAccountIds.has(name) ? name : portal.idsByPlatformId.get(name);
  return id !== undefined && !portal.accountIds.has(id);
}

/**
 * Puts the granted accounts into the condition of a list. Page tokens do not carry it: grants may change.
 */
export function narrowPage(page: PageRequest, operation: Operation, portal: PortalView | null): PageRequest {
  const name = operation.portal?.accountFilter;
  if (!portal || name === undefined) return page;
  const granted = `in:${JSON.stringify([...portal.accountIds])}`;
  return { ...page, filters: { ...page.filters, [name]: [...(page.filters[name] ?? []), granted] } };
}

/** The answers of an operation without the members that it hides from portals. */
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

/** A member that is not there is a mistake in the declaration, which shows when the service starts. */
function without(node: Node, path: readonly string[], operation: Operation): Node {
  if (node.items) return { ...node, items: without(node.items, path, operation) };
  const { properties = {}, required = [] } = node;
  const [name = '', ...rest] = path;
  if (properties.data?.items && properties.nextToken)
    return { ...node, properties: { ...properties, data: without(properties.data, path, operation) } };
  const member = properties[name];
  if (!member) throw new Error(`operation ${operation.id} hides ${path.join('.')}, which it does not answer`);
  if (rest.length > 0)
    return { ...node, properties: { ...properties, [name]: without(member, rest, operation) } };
  const { [name]: _hidden, ...shown } = properties;
  return { ...node, properties: shown, required: required.filter((each) => each !== name) };
}
