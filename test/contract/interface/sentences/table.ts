import * as accounts from './accounts.ts';
import * as billing from './billing.ts';
import * as conventions from './conventions.ts';
import type { Section } from './sentence.ts';

const LIMITS: Section = {
  heading: 'Limits',
  sentences: [
    ...conventions.PAGE_LIMITS,
    ...billing.BILLING_LIMITS,
    ...accounts.ACCOUNT_LIMITS,
    ...conventions.MESSAGE_LIMIT,
  ],
};

/**
 * All that the interface document says, heading by heading. What it leaves open ("not shown") stands in the
 * tests of the operations; its heading Events says nothing else.
 */
export const SENTENCES: readonly Section[] = [
  conventions.PURPOSE,
  conventions.ENVELOPES,
  conventions.ERROR_BODY,
  accounts.ADD_ON,
  accounts.ADDRESS,
  accounts.ACCOUNT,
  accounts.SETTING,
  billing.ALERT,
  billing.INCIDENT,
  billing.CREDIT,
  billing.CHARGE,
  billing.INVOICE_SUMMARY,
  billing.JOB_ENTRY,
  billing.INVOICE_GROUP,
  billing.ENTITLEMENT,
  accounts.ACCOUNT_STATES,
  billing.BILLING_STATES,
  conventions.ACCESS,
  conventions.PAGINATION,
  accounts.ADD_ON_ENDPOINTS,
  billing.BILLING_ENDPOINTS,
  accounts.SETTING_ENDPOINTS,
  conventions.AUTHENTICATION,
  conventions.ERRORS_SECTION,
  LIMITS,
  conventions.VERSIONING,
];
