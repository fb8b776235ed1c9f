import { findPayment, listRecords } from '#areas/invoices/index.ts';
import type { Context } from '#platform/http/operation.ts';
import { paymentNotFound } from './problems.ts';
import { asOfVersion, describePayment } from './rules.ts';

/** Returns a payment in wire form; raises `paymentNotFound`, also for an unknown version. */
export async function readPayment(
  { tx, org }: Pick<Context, 'tx' | 'org'>,
  { id, version }: { id: string; version?: number | undefined },
) {
  const newest = await findPayment(tx, org, id);
  const row = newest && version !== undefined ? asOfVersion(newest, version) : newest;
  if (!row) throw paymentNotFound({ id: version === undefined ? id : `${id} version ${version}` });
  return describePayment(row, (await listRecords(tx, org, [id])).get(id) ?? []);
}
