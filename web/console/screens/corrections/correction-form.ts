import type { correctEvents } from '../../../api/generated/events-and-usage.ts';
import type { InputOf } from '../../../api/operation.ts';
import type { Translate } from '../../../messages/catalogs.ts';
import type texts from '../../../messages/en/corrections.json';
import type { Form } from '../../../ui/use-form.ts';

/** As the URL has them: an instant, or the day of a picker. */
export type CorrectionFields = {
  action: string;
  account_id: string;
  schema_name: string;
  status: string;
  event_id: string;
  from: string;
  until: string;
};
export const FIELDS = [
  ...(['action', 'account_id', 'schema_name', 'status', 'event_id', 'from', 'until'] as const),
] as const;

/** The filters of a correction, and of its preview. */
export type CorrectionInput = Pick<InputOf<typeof correctEvents>, (typeof FIELDS)[number]>;

const COUNTED: readonly string[] = ['', 'PROCESSED', 'INGESTION_COMPLETED_EVENT_METERED'];

export function correctionForm(
  given: Partial<CorrectionFields>,
  say: Translate<keyof typeof texts>,
): Form<CorrectionFields, CorrectionInput> {
  const initial: CorrectionFields = {
    ...{ action: 'REDO', account_id: '', schema_name: '', status: '', event_id: '', ...given },
    from: dayOf(given.from),
    until: dayOf(given.until),
  };
  return {
    initial,
    check: (fields) => ({
      ...(!isSelective(fields) && { account_id: say('accountNeeded') }),
      ...(fields.from !== '' && fields.until !== '' && fields.from > fields.until && { from: say('order') }),
    }),
    read: (fields) =>
      inputOf({
        ...fields,
        // A cycle need not begin at midnight UTC: its instant stays unless another day is chosen.
        from: fields.from === initial.from ? (given.from ?? '') : fields.from,
        until: fields.until === initial.until ? (given.until ?? '') : fields.until,
      }),
  };
}

/** Without an account, only the uncounted events of a schema can be selected. */
function isSelective({ account_id, schema_name, status }: CorrectionFields): boolean {
  return account_id !== '' || (schema_name !== '' && !COUNTED.includes(status));
}

/** The request that a complete URL stands for; null if it selects nothing. */
export function requestedBy(search: Partial<CorrectionFields>): CorrectionInput | null {
  const fields = { ...NOTHING, ...search };
  return search.action !== undefined && isSelective(fields) ? inputOf(fields) : null;
}

const NOTHING: CorrectionFields = {
  ...{ action: 'REDO', account_id: '', schema_name: '', status: '', event_id: '', from: '', until: '' },
};

function inputOf({ action, from, until, ...fields }: CorrectionFields): CorrectionInput {
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));
  return {
    action: action === 'UNDO' ? 'UNDO' : 'REDO',
    ...given,
    ...(from !== '' && { from: instantOf(from) }),
    ...(until !== '' && { until: instantOf(until) }),
  };
}

function dayOf(instant = ''): string {
  return instant.slice(0, 10);
}

function instantOf(text: string): string {
  return text.includes('T') ? text : `${text}T00:00:00Z`;
}
