import { accountNotFound, getAccount } from '#areas/accounts/index.ts';
import { operation } from '#platform/http/operation.ts';
import { readTimelines } from '../read-timelines.ts';
import { AccountParams, ScheduleDraft } from '../schema.ts';

/** The last day of the API's calendar, which means no end. */
const FOREVER = '9999-01-01';

export const getScheduleDraft = operation({
  id: 'getScheduleDraft',
  method: 'GET',
  route: '/ext/v1/accounts/{account_id}/schedule_draft',
  scope: 'plans:read',
  summary: 'Get the state of the draft schedules of an account',
  description:
    'Whether there is a draft, the days that its edits touch, and whether it can still become live; also ' +
    'the zone and the current day of the timeline. The schedules themselves are in the lists by mode; a ' +
    'draft that ends every plan has none.',
  request: { params: AccountParams },
  response: { status: 200, body: ScheduleDraft },
  problems: [accountNotFound],
  async handle({ tx, org, now }, { params }) {
    const account = await getAccount(tx, org, params.account_id);
    const { draftRow, version, timeZone, dates } = await readTimelines(tx, org, { account, now });
    const { today, invoicedUntil } = dates;
    return {
      ...{ accountId: account.id, timeZone, today, ...(invoicedUntil && { invoicedUntil }) },
      draft: draftRow && {
        isStale: draftRow.basedOn !== version,
        editedRanges: draftRow.editedRanges.map(({ mode, from, until }) => ({
          ...{ mode, effectiveFrom: from, effectiveUntil: until ?? FOREVER },
        })),
      },
    };
  },
});
