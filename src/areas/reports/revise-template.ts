import { getOrganization } from '#areas/organizations/index.ts';
import type { Tx } from '#platform/db/database.ts';
import { cancelScheduledWork } from '#platform/db/scheduled-work.ts';
import type { Org } from '#platform/http/operation.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { checkQuery } from './check-query.ts';
import { planPiece, RUN_TEMPLATE } from './planned-work.ts';
import { queryInvalid, reportTemplateNotFound, templateBuiltIn } from './problems.ts';
import { stretchOf } from './run-template.ts';
import type { Frequency, QueryInput } from './schema.ts';
import { lockTemplate, type TemplateRow } from './store/templates.ts';
import { findBuiltIn } from './templates.ts';

/** Raises `queryInvalid` for a query that cannot run. */
export function requireQuery(queryInput: QueryInput): void {
  const checked = checkQuery(queryInput, { accountId: null, hasRange: false });
  if (Array.isArray(checked)) throw queryInvalid({ problems: checked });
}

/** Raises `reportTemplateNotFound`, and `templateBuiltIn` for a read-only one. */
export async function lockOwnTemplate(tx: Tx, org: Org, id: string): Promise<TemplateRow> {
  if (findBuiltIn(id)) throw templateBuiltIn({ id });
  const template = await lockTemplate(tx, org, id);
  if (!template) throw reportTemplateNotFound({ id });
  return template;
}

/** The first run is at the end of the current hour, day or month. */
export async function planSchedule(
  context: Pick<ScheduledWorkContext, 'tx' | 'org' | 'now'>,
  { id, frequency }: { id: string; frequency: Frequency | null },
): Promise<{ frequency: Frequency | null; nextRunAt: Temporal.Instant | null }> {
  const { tx, org, now } = context;
  if (frequency === null) {
    await cancelScheduledWork(tx, org, { kind: RUN_TEMPLATE, key: id });
    return { frequency, nextRunAt: null };
  }
  const { timezone } = await getOrganization(tx, org);
  const { endAt: nextRunAt } = stretchOf(now, frequency, timezone);
  await planPiece(context, { kind: RUN_TEMPLATE, id, dueAt: nextRunAt });
  return { frequency, nextRunAt };
}
