import { getMeterCosts } from '../../../api/generated/usage-meters.ts';
import { together } from '../../../api/queries.ts';
import { sendTagged } from '../../../api/transport.ts';

/** The unit costs of a meter, with the tag that a change of them needs. */
export function costsQuery(meterId: string) {
  const input = { usage_meter_id: meterId };
  return together(getMeterCosts, input, (signal) => sendTagged(getMeterCosts, input, { signal }));
}
