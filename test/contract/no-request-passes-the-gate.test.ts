import { expect, it, vi } from 'vitest';
import { areas } from '#app';
import type { Operation } from '#platform/http/operation.ts';
import { exampleOf, pathOf, send } from '#test/every-operation.ts';
import { buildWorld } from '#test/example-world.ts';
import { actAsPerson } from '#test/examples/person-of-world.ts';
import { addPerson, asOwner } from '#test/people.ts';
import { useService } from '#test/running-app.ts';
import { LOCAL_TARGETS } from '#test/webhook-receiver.ts';

/**
 * The examples of all operations, sent by an administrator while everything needs approval. Whatever is not
 * held is looked up in the audit log, which triggers of the database write: nothing may be issued, given
 * back, deleted or archived there, unless it stands here with the reason.
 */
vi.setConfig({ testTimeout: 600_000 });
const service = useService(LOCAL_TARGETS);
const operations = areas.flatMap((area) => area.operations);

const OWN = 'ends a session or a login of the caller itself';
const OPEN = 'ends access at once, because somebody else might use it; nothing of value is gone';
const EDIT = 'edits a resource whose earlier versions stay';
const TIMELINE = 'changes which plan applies when; what was billed stays';
const EXEMPT: Record<string, string> = {
  restoreFinding: 'lets a check count again, and nothing else',
  ...{ logOut: OWN, endSession: OWN, endOtherSessions: OWN, switchOrganization: OWN, joinOrganization: OWN },
  ...{ changePassword: OWN, removeTotp: OWN, replaceRecoveryCodes: OWN },
  ...{ endUserSessions: OPEN, revokeInvitation: OPEN, revokePortalToken: OPEN, updateContact: OPEN },
  ...{
    updateEventSchema: EDIT,
    removePricePlanCurrency: EDIT,
    discardPricePlan: EDIT,
    draftSimulationScenario: EDIT,
  },
  ...{ discardSchedules: TIMELINE, finalizeSchedules: TIMELINE, associatePricePlan: TIMELINE },
  ...{ editPricingSchedules: TIMELINE, removeInvoiceGroupAccounts: TIMELINE },
  approveRequest: 'executes a request that was held',
};
/** Of those whose examples issue an invoice or give money back. */
const MONEY = [...['createCreditNote', 'createCredits', 'convertWallet', 'reversePayment']];
const EXCEPT = new Set(['authenticate', 'wipeSandbox']);
const LAST = /^(?:erase|delete|archive|remove|revoke|void|discard|deactivate|disable)/;

const RULES = ['FINALIZATION', 'REFUND', 'DELETION'].map((kind) => ({ kind, limits: [] }));
const POLICY = `
  insert into approval_policies (org_id, rules, exempt_key_ids, updated_by, created_at, updated_at)
  select org_id, '${JSON.stringify(RULES)}', '{}', 'test', now(), now()
  from organizations where id = $1 and environment = 'sandbox'`;
const NO_POLICY = `
  delete from approval_policies where org_id in (select org_id from organizations where id = $1)`;
const sql = (text: string, values: unknown[]) => asOwner(service, (owner) => owner.query(text, values));

/** What a request did that a second person should have approved. */
async function listEffects(requestId: string): Promise<string[]> {
  const { rows } = await sql(
    `select entity_type as type, action, before ->> 'status' as before, after ->> 'status' as after,
       after ->> 'sequence_id' as number, after ->> 'invoice_class' as class
     from audit_log where request_id = $1`,
    [requestId],
  );
  return rows.flatMap(({ type, action, before, after, number, class: kind }) => {
    if (action === 'DELETED') return [`deletes ${type}`];
    if (after === 'ARCHIVED' || after === 'DELETED') return [`archives ${type}`];
    if (type !== 'INVOICE') return type === 'PAYMENT' && after === 'REVERSED' ? ['reverses PAYMENT'] : [];
    const isGone = ['VOID', 'UN_COLLECTIBLE', 'REFUND_INITIATED', 'REFUND_COMPLETED'].includes(after ?? '');
    // An order asks for money, and is no invoice before it is paid.
    const isIssued = number !== null && kind !== 'ORDER';
    return isIssued || (isGone && before !== after) ? [`makes INVOICE ${after}`] : [];
  });
}

const countBooks = async () => {
  const { rows } = await sql(
    `select count(*) as count from ledger_movements where kind in ('REFUND', 'REVERSAL', 'CONVERSION',
     'NEGATIVE_INVOICE')`,
    [],
  );
  return Number(rows[0].count);
};

it('every operation is held, or issues, gives back and deletes nothing', async () => {
  const ordered = operations
    .filter(({ id, method, isRead, handleAnonymous }) => {
      return method !== 'GET' && !isRead && !EXCEPT.has(id) && !handleAnonymous;
    })
    .sort((a, b) => Number(LAST.test(a.id)) - Number(LAST.test(b.id)));
  let count = 0;
  const next = async () => {
    const world = actAsPerson(await buildWorld(service, `gate-${++count}`));
    await addPerson(service, { organization: `gate-${count}`, environment: 'sandbox', name: 'Second' });
    return { world, organization: `gate-${count}` };
  };
  let place = await next();
  const held = new Set<string>();
  const passed: string[] = [];
  const attempt = async (operation: Operation, { world, organization }: typeof place) => {
    const { prepare, body, query } = exampleOf(operation, world);
    await prepare?.(world);
    const requestId = `gate-${operation.id}-${count}`;
    const path = pathOf(operation, world.ids) + (query ? `?${query}` : '');
    const before = await countBooks();
    await sql(POLICY, [organization]);
    const reply = await send(world.client, operation, { path, body, headers: { 'x-request-id': requestId } });
    await sql(NO_POLICY, [organization]);
    if (reply.headers['approval-id']) held.add(operation.id);
    else if (reply.status >= 400) throw new Error(`${operation.id} ${reply.status} ${reply.text}`);
    const effects = await listEffects(requestId);
    if ((await countBooks()) > before) effects.push('moves money');
    if (effects.length > 0 && !EXEMPT[operation.id]) passed.push(`${operation.id} ${[...new Set(effects)]}`);
  };
  for (const operation of ordered)
    try {
      await attempt(operation, place);
    } catch {
      // An earlier operation has changed the state that this one needs.
      await sql(NO_POLICY, [place.organization]);
      place = await next();
      await attempt(operation, place);
    }
  expect(passed).toEqual([]);
  // Not by its examples, but always: the operations that are declared to delete or to give access.
  const isDeclared = ({ deletes, givesAccess }: Operation) => (deletes ?? givesAccess) !== undefined;
  const declared = operations.filter(isDeclared).map(({ id }) => id);
  const guarded = [...declared, ...MONEY].filter((id) => !EXCEPT.has(id));
  expect(guarded.filter((id) => !held.has(id))).toEqual([]);
});

it('every DELETE is declared to delete, or stands above', () => {
  const missing = operations.filter(({ method, deletes }) => method === 'DELETE' && deletes === undefined);
  expect(missing.map(({ id }) => id).filter((id) => !EXEMPT[id])).toEqual([]);
});
