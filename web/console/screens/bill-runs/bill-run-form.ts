import type { CreateBillRunRequest } from '../../../api/generated/request-types.ts';
import type { DraftSelection } from '../../../api/generated/types.ts';
import { startOfDayMs } from '../../../format/time.ts';
import type { Translate } from '../../../messages/catalogs.ts';
import type texts from '../../../messages/en/billRuns.json';
import type { Form } from '../../../ui/use-form.ts';

/** Parameters of the address, so that the month close hands its selection to a bill run. */
export const SELECTION = ['customer', 'account', 'plan', 'from', 'until'] as const;
export type SelectionFields = Record<(typeof SELECTION)[number], string>;

/** Filters of drafts that wait; days are of the organization's time zone. */
export function billRunForm(
  given: Partial<SelectionFields>,
  { say, zone }: { say: Translate<keyof typeof texts>; zone: string },
): Form<SelectionFields, CreateBillRunRequest> {
  return {
    initial: { ...{ customer: '', account: '', plan: '', from: '', until: '' }, ...given },
    check: ({ from, until }) =>
      from !== '' && until !== '' && until <= from ? { until: say('untilBeforeFrom') } : {},
    read: (fields) => billRunRequestOf(fields, zone),
  };
}

export function billRunRequestOf(fields: Partial<SelectionFields>, zone: string): CreateBillRunRequest {
  const { customer, account, plan, from, until } = fields;
  const filters = {
    ...(customer && { customerId: customer }),
    ...(account && { ownerId: account }),
    ...(plan && { pricePlanId: plan }),
    ...(from && { startTime: startOfDayMs(from, zone) }),
    ...(until && { endTime: startOfDayMs(until, zone) }),
  };
  return Object.keys(filters).length > 0 ? { filters } : {};
}

/** The same selection for a review of drafts as they are now. */
export function selectionOf(
  fields: Partial<SelectionFields> & { waiting?: string | undefined },
): DraftSelection {
  const { customer, account, plan, from, until, waiting } = fields;
  return {
    ...(from && { billDateFrom: from }),
    ...(until && { billDateUntil: until }),
    ...(account && { accountId: account }),
    ...(customer && { customerId: customer }),
    ...(plan && { pricePlanId: plan }),
    ...(waiting && { isPending: true }),
  };
}
