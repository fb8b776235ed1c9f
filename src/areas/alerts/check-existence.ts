import { lockOpenAccount } from '#areas/accounts/index.ts';
import { findAddOn } from '#areas/add-ons/index.ts';
import { eventSchemaNotFound, findEventSchema } from '#areas/event-schemas/index.ts';
import { getFeature } from '#areas/features/index.ts';
import { findUsageMeter, usageMeterNotFound } from '#areas/usage-meters/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Actor, Org } from '#platform/http/operation.ts';
import { outsidePortal } from '#platform/http/portal-access.ts';
import { forbidden } from '#platform/problem.ts';
import { billableNotFound } from './problems.ts';
import type { WatchedThing } from './read-details.ts';
import type { AlertTemplate } from './templates.ts';

/**
 * Looks up the resources that an alert names. Returns the account's own id and locks its row, so that a
 * concurrent archival either makes the request fail or ends the alert. Raises the not-found problem of the
 * missing resource.
 */
export async function checkExistence(
  tx: Tx,
  org: Org,
  watched: { template: AlertTemplate; thing: WatchedThing },
): Promise<{ accountId: string | null }> {
  const { template, thing } = watched;
  const account = thing.accountRef === null ? null : await lockOpenAccount(tx, org, thing.accountRef);
  if (template.entity && thing.entityId !== null)
    await checkEntity(tx, org, { member: template.entity.member, id: thing.entityId });
  return { accountId: account?.id ?? null };
}

/** A portal creates alerts of its own accounts; row-level security hides all others. */
export function checkPortalOwner(portal: Actor['portal'], accountRef: string | null): void {
  if (portal === null) return;
  if (accountRef === null)
    throw forbidden({ why: 'a portal token can create alerts for an account only; send the account id' });
  const id = portal.idsByPlatformId.get(accountRef) ?? accountRef;
  if (portal.customerAccountIds.has(id) && !portal.accountIds.has(id)) throw outsidePortal();
}

type Entity = { member: NonNullable<AlertTemplate['entity']>['member']; id: string };

/** Raises the not-found problem of the resource that an alert watches. */
export async function checkEntity(tx: Tx, org: Org, { member, id }: Entity): Promise<void> {
  switch (member) {
    case 'usageMeterId':
      if (!(await findUsageMeter(tx, org, id))) throw usageMeterNotFound({ id });
      return;
    case 'eventSchemaName':
      if (!(await findEventSchema(tx, org, id))) throw eventSchemaNotFound({ id });
      return;
    case 'billableId':
      if (!(await findUsageMeter(tx, org, id)) && !(await findAddOn(tx, org, id)))
        throw billableNotFound({ id });
      return;
    case 'featureId':
      await getFeature(tx, org, id);
      return;
    default:
      member satisfies never;
  }
}
