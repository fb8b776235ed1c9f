import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { rangeInvalid, reportAmbiguous, reportTemplateNotFound, templateArchived } from './problems.ts';
import type { QueryInput } from './schema.ts';
import { findTemplate } from './store/templates.ts';
import { findBuiltIn } from './templates.ts';

interface Requested {
  queryInput?: QueryInput;
  reportTemplateId?: string;
  name?: string;
}

/**
 * The query of a request, from its template or its own member; the name is null if it has neither. Raises
 * `reportAmbiguous`, `reportTemplateNotFound` and `templateArchived`.
 */
export async function readRequested(tx: Tx, org: Org, { queryInput, reportTemplateId, name }: Requested) {
  if ((queryInput === undefined) === (reportTemplateId === undefined)) throw reportAmbiguous();
  if (queryInput !== undefined)
    return { name: name ?? null, queryInput, type: 'QUERY', reportTemplateId: null } as const;
  const id = reportTemplateId ?? '';
  const template = findBuiltIn(id) ?? (await findTemplate(tx, org, id));
  if (!template) throw reportTemplateNotFound({ id });
  if ('status' in template && template.status === 'ARCHIVED') throw templateArchived({ id });
  const terms = { name: name ?? template.name, queryInput: template.queryInput };
  return { ...terms, type: 'TEMPLATE', reportTemplateId: id } as const;
}

/** Raises `rangeInvalid`: a range has both ends, or there is none. */
export function checkRange({
  startAt,
  endAt,
}: {
  startAt: Temporal.Instant | null;
  endAt: Temporal.Instant | null;
}): void {
  const isWrong = startAt && endAt ? Temporal.Instant.compare(startAt, endAt) >= 0 : startAt !== endAt;
  if (isWrong) throw rangeInvalid();
}
