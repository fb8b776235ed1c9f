import type { Context } from '#platform/http/operation.ts';
import { describeRequest } from './describe.ts';
import { requestNotFound } from './problems.ts';
import { listCalls } from './store/calls.ts';
import { findRequest } from './store/requests.ts';

/** Returns a request in wire form; raises `requestNotFound`. */
export async function readRequest({ tx, org }: Pick<Context, 'tx' | 'org'>, id: string) {
  const row = await findRequest(tx, org, id);
  if (!row) throw requestNotFound({ id });
  return describeRequest(row, (await listCalls(tx, org, [id])).get(id) ?? []);
}
