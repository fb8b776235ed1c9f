import { type CountedSchema, listCountedSchemas } from '#areas/usage/index.ts';
import { isCompositeInputs, type StoredInputs } from '#core/invoice/stored-inputs.ts';
import { startOfDay } from '#core/period-zone.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { listBilledTimes, type StoredInvoice } from '../store/invoices.ts';
import type { explainInvoice } from './explain-invoice.ts';

type Line = Awaited<ReturnType<typeof explainInvoice>>['lines'][number];
type Billed = Pick<StoredInvoice, 'id' | 'accountId' | 'startAt' | 'endAt'>;

interface Usage {
  accountId: string;
  from: Temporal.Instant;
  until: Temporal.Instant;
}
type UsedLine = Line & { usage?: Usage; schemas?: CountedSchema[] };

/**
 * Adds to each line of a meter, and to each overage, whose events make up its quantity, and when they count;
 * to lines of meters also the versions of the event schemas. A line of a composite bills the cycle of a
 * member.
 */
export async function addUsage(
  tx: Tx,
  org: Org,
  { row, lines, inputs }: { row: Billed; lines: readonly Line[]; inputs: StoredInputs },
): Promise<UsedLine[]> {
  const memberIds = new Set(lines.flatMap((line) => ('meter' in line && line.memberId) || []));
  const members = memberIds.size > 0 ? await listBilledTimes(tx, org, [...memberIds]) : [];
  const times = new Map([...members, row].map((billed) => [billed.id, billed]));
  const used = lines.map((line): UsedLine => {
    const accountId = line.accountId ?? row.accountId;
    if (accountId === null) return line;
    if (line.type === 'ENTITLEMENT_OVERAGE_RATE_CARD_AMOUNT' && 'period' in line)
      return { ...line, usage: { accountId, ...instantsOf(line.period, zoneOf(inputs, accountId)) } };
    const billed = times.get(line.memberId ?? row.id);
    if (!('meter' in line) || !billed) return line;
    return { ...line, usage: { accountId, from: billed.startAt, until: billed.endAt } };
  });
  return addSchemas(tx, org, used);
}

async function addSchemas(tx: Tx, org: Org, lines: readonly UsedLine[]): Promise<UsedLine[]> {
  const ranges = lines.flatMap((line) =>
    line.usage && 'meter' in line ? [{ ...line.usage, meterId: line.meter.id }] : [],
  );
  const schemas = (await listCountedSchemas(tx, org, ranges)).values();
  return lines.map((line) =>
    line.usage && 'meter' in line ? { ...line, schemas: schemas.next().value ?? [] } : line,
  );
}

/** Overage counts from the first day of its block, which may be before the cycle of the invoice. */
function instantsOf({ start, end }: { start: string; end: string }, timeZone: string) {
  const at = (day: string) => startOfDay(Temporal.PlainDate.from(day), timeZone);
  return { from: at(start), until: at(end) };
}

function zoneOf(inputs: StoredInputs, accountId: string): string {
  if (!isCompositeInputs(inputs)) return inputs.timeZone;
  return inputs.members.find((member) => member.accountId === accountId)?.inputs.timeZone ?? inputs.timeZone;
}
