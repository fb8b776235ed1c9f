import type pg from 'pg';
import { type TxLock, WRITES } from './advisory-locks.ts';
import type { TxScope } from './database.ts';
import { actorSetting } from './tx-actor.ts';

/** Settings for the scope of a transaction: which rows it may access. */
export function scopeSettings(scope: TxScope, isLocal: boolean): string {
  const { orgId, isDirectory = false, credential = '', userId = '' } = scope;
  if (!/^(?:[0-9a-f]{64})?$/.test(credential)) throw new RangeError('credential must be a hex SHA-256');
  if (!/^[\w.]*$/.test(userId)) throw new RangeError('userId must be an id');
  const set = isLocal ? 'set local' : 'set';
  const settings = [`${set} app.org_id = '${orgId === null ? '' : Math.trunc(orgId)}'`];
  if (!isLocal || isDirectory) settings.push(`${set} app.directory = '${isDirectory ? 'on' : 'off'}'`);
  if (!isLocal || credential) settings.push(`${set} app.credential = '${credential}'`);
  if (!isLocal || userId) settings.push(`${set} app.user_id = '${userId}'`);
  return settings.join('; ');
}

/**
 * Reads for a portal use this too: ordinary reader connections are never restricted to one customer.
 * Snapshots are not urgent, and leave the other processors to requests.
 */
const BEGIN: Record<TxScope['access'], string> = {
  read: 'begin read only',
  snapshot: 'begin isolation level repeatable read read only; set local max_parallel_workers_per_gather = 0',
  write: 'begin',
};

export const LOCKED: Record<TxLock['mode'], string> = {
  shared: 'pg_advisory_xact_lock_shared',
  alone: 'pg_advisory_xact_lock',
};

/** The statements that begin a transaction. */
export function beginning(scope: TxScope): string {
  const { access, orgId, actor, minutes, lock = WRITES } = scope;
  const patience = minutes === undefined ? '' : `; set local statement_timeout = '${Math.trunc(minutes)}min'`;
  const settings = scopeSettings(scope, true) + (actor ? actorSetting(actor) : '') + patience;
  if (access !== 'write' || orgId === null) return `${BEGIN[access]}; ${settings}`;
  const key = [lock.lockClass, orgId].map(Math.trunc);
  return `${BEGIN.write}; ${settings}; select ${LOCKED[lock.mode]}(${key.join(', ')})`;
}

/** If the settings fail, so does the transaction, and none of its statements runs. */
export function portalSettings(client: pg.PoolClient, { portal }: TxScope): Promise<unknown>[] {
  if (!portal) return [];
  const set = (name: string, value: string) => `set_config('app.portal_${name}', ${value}, true)`;
  const text = `select ${set('customer', '$1')}, ${set('accounts', '$2')}`;
  return [client.query(text, [portal.customerId, JSON.stringify([...portal.accountIds])])];
}
