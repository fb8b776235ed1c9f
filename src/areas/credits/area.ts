import './tables.ts';
import { ACCOUNT_ARCHIVED } from '#areas/accounts/index.ts';
import type { Area } from '#platform/http/area.ts';
import { creditAudits } from './audits.ts';
import { createCredits } from './operations/create-credits.ts';
import { getCredit } from './operations/get-credit.ts';
import { getCreditBalance } from './operations/get-credit-balance.ts';
import { listCredits } from './operations/list-credits.ts';
import { voidCredit } from './operations/void-credit.ts';
import { voidAccountCredits } from './void-account-credits.ts';

export const credits: Area = {
  name: 'credits',
  title: 'Credits',
  resources: { credit: { get: getCredit } },
  operations: [createCredits, listCredits, getCredit, voidCredit, getCreditBalance],
  audits: creditAudits,
  scheduledWork: [{ kind: ACCOUNT_ARCHIVED.credits, run: voidAccountCredits }],
};
