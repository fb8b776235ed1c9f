import { explainRejection, type MeterFields } from '#areas/usage-meters/index.ts';
import { MAX_DESCRIPTION } from './event-context.ts';
import type { ActiveMeter } from './meter-fields.ts';

const MAX_METERS = 3;
const MAX_NAME = 40;

/**
 * Explains why no meter counted an event: lists the failed filter or condition of each meter, as far as the
 * description has room. It is written during processing, because meters change.
 */
export function explainUnmatched(
  { schemaName, namedMeterId }: { schemaName: string; namedMeterId?: string | undefined },
  fields: MeterFields,
  meters: readonly ActiveMeter[],
): string {
  if (meters.length === 0) {
    if (namedMeterId !== undefined) return sentence(`usage meter ${namedMeterId} is not active`);
    return sentence(`event schema '${schemaName}' has no active meter`);
  }
  const reasons: string[] = [];
  for (const { row, compiled } of meters.slice(0, MAX_METERS)) {
    const reason = `meter '${clip(row.name)}' ${explainRejection(compiled, fields)}`;
    const text = sentence([...reasons, reason].join('; ') + more(meters.length - reasons.length - 1));
    // The first one always fits.
    if (reasons.length > 0 && text.length > MAX_DESCRIPTION) break;
    reasons.push(reason);
  }
  return sentence(reasons.join('; ') + more(meters.length - reasons.length));
}

function sentence(reason: string): string {
  return `No meter counted this event: ${reason}.`;
}

function more(count: number): string {
  if (count === 0) return '';
  return count === 1 ? '; 1 more meter did not match' : `; ${count} more meters did not match`;
}

function clip(name: string): string {
  const points = [...name];
  return points.length > MAX_NAME ? `${points.slice(0, MAX_NAME - 1).join('')}…` : name;
}
