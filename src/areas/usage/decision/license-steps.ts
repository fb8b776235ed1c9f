import { readLicenseMark } from '../read-license-mark.ts';
import type { EventFacts } from './event-facts.ts';
import type { NeverStep } from './step.ts';

const applies = ({ licenses }: EventFacts) => licenses !== undefined;

/** Step 5n of `metering-pricing.md` 5: the fields of an event of the reserved schema for names. */
export const LICENSE_FIELDS: NeverStep = {
  caching: 'NEVER',
  applies,
  decide: (event, { licenses }, progress) => {
    const mark = licenses && readLicenseMark(event, licenses);
    if (!mark) return null;
    if ('status' in mark) return mark;
    progress.mark = mark;
    return null;
  },
};

/** The name counts as another kind of usage, even if it was already active. */
export const LICENSE_MARK: NeverStep = {
  caching: 'NEVER',
  applies,
  decide: (_event, _facts, { mark, outcome }) => {
    if (!mark) return null;
    outcome.licenseMark = mark;
    return { status: 'INGESTION_COMPLETED_EVENT_METERED', description: null };
  },
};
