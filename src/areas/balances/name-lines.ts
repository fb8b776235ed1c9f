import { listAddOnsById } from '#areas/add-ons/index.ts';
import { listFeatures } from '#areas/features/index.ts';
import { listInvoicesById } from '#areas/invoices/index.ts';
import { listUsageMeters } from '#areas/usage-meters/index.ts';
import type { InvoiceDocument, LineItem } from '#core/invoice/index.ts';
import type { Context } from '#platform/http/operation.ts';
import { parseInTurns } from '#platform/parse-in-turns.ts';

interface Line {
  invoiceId: string;
  lineId: string;
}

/** Names lines after the meter, add-on or feature that they bill, or else as their invoice does. */
export async function nameLines(
  context: Pick<Context, 'tx' | 'org'>,
  lines: readonly Line[],
): Promise<(line: Line) => string | undefined> {
  const billables = await nameBillables(context, [...new Set(lines.map(({ lineId }) => lineId))]);
  const others = lines.filter(({ lineId }) => !billables.has(lineId));
  const printed = await readNames(context, [...new Set(others.map(({ invoiceId }) => invoiceId))]);
  return ({ invoiceId, lineId }) => billables.get(lineId) ?? printed.get(invoiceId)?.get(lineId);
}

async function nameBillables(
  { tx, org }: Pick<Context, 'tx' | 'org'>,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const found = await Promise.all([
    listUsageMeters(tx, org, ids),
    listAddOnsById(tx, org, ids),
    listFeatures(tx, org, ids),
  ]);
  return new Map(found.flat().map(({ id, name }) => [id, name]));
}

/** The descriptions of lines by their ids, by invoice. */
async function readNames(
  { tx, org }: Pick<Context, 'tx' | 'org'>,
  invoiceIds: readonly string[],
): Promise<Map<string, Map<string, string>>> {
  const byInvoice = new Map<string, Map<string, string>>();
  if (invoiceIds.length === 0) return byInvoice;
  for (const { id, document } of await listInvoicesById(tx, org, invoiceIds)) {
    const names = new Map<string, string>();
    collectNames(((await parseInTurns(document)) as InvoiceDocument).revenueInfo, names);
    byInvoice.set(id, names);
  }
  return byInvoice;
}

function collectNames({ id, description, lineItems }: LineItem, names: Map<string, string>): void {
  if (id !== undefined && !names.has(id)) names.set(id, description);
  for (const line of lineItems) collectNames(line, names);
}
