import { members, type Section, shownBy } from './sentence.ts';

const ALERTS = 'alerts.test.ts';
const CREDITS = 'credits.test.ts';
const INVOICES = 'invoices.test.ts';
const GROUPS = 'invoice-groups.test.ts';
const JOBS = 'jobs.test.ts';
const ENTITLEMENTS = 'entitlements.test.ts';
const PORTAL = 'portal-token.test.ts';

const ALERT_MEMBERS = 'has every member of the document';
const VERSION = 'version: an integer, one more with each change of what is watched';
const ALERT_MOVES = 'is ACTIVE or INACTIVE, and moves both ways';
const INCIDENT_MEMBERS = 'comes when the threshold is reached, with every member of the document';
const CLOSING = 'PUT with status CLOSED takes it from ACTIVE to CLOSED, and returns the updated incident';
const CLOSED_ONLY = 'status: CLOSED is the only one that PUT takes';
const CREDIT_RECORD = 'the record has every member of the document';
const CREDIT_STATES = 'ACTIVE is a state of a granted credit; spent, ended and voided ones have left it';
const LOGIC = 'value: a JSON logic expression in a string, over the values of the invoice';
const INVOICE_MEMBERS = 'an invoice has every member of the document';
const TWO_STATUSES = 'status and finalizingStatus are separate: a processed invoice is DUE and FINALIZED';
const ENTRY_MEMBERS = 'has entityId, jobId, createdAt and status';
const ENTRY_STATES = 'shows the current state of processing; COMPLETED is one of them';

export const ALERT: Section = {
  heading: 'Resources: Alert',
  sentences: shownBy(ALERTS, [
    ['request alertTemplateId: string', 'alertTemplateId: a string, of a template that is there'],
    ['request interval: string', 'interval: a string of minutes, 30 or a multiple that divides a day'],
    ['request entityDetails.usageMeterId: string', 'entityDetails: an object with usageMeterId, a string'],
    [
      'request ownerDetails.accountId: string',
      'ownerDetails: an object with accountId, a string; without it all accounts are watched',
    ],
    ['request parameters.threshold: number', 'parameters: an object with threshold, a number'],
    ['request status: ACTIVE, INACTIVE', 'status: ACTIVE or INACTIVE'],
    ['request validity: minutes, null is forever', 'validity: minutes, null is forever'],
    ...members(
      [
        'id',
        'alertId',
        'alertTemplateId',
        'description',
        'cronInterval',
        'ownerDetails',
        'entityDetails',
      ].map((name) => `response ${name}`),
      ALERT_MEMBERS,
    ),
    ['response version: integer', VERSION],
    ['response parameters', ALERT_MEMBERS],
    ['response status: ACTIVE, INACTIVE', ALERT_MOVES],
    ['response validity in minutes', 'validity: minutes, null is forever'],
    ['response createdAt, updatedAt: date-time', ALERT_MEMBERS],
  ]),
};

export const INCIDENT: Section = {
  heading: 'Resources: Incident',
  sentences: shownBy(ALERTS, [
    ...members(['id', 'alertId', 'alertTemplateId'], INCIDENT_MEMBERS),
    ['alertVersion: integer', 'alertVersion is the version of the alert that raised it'],
    ['status: ACTIVE, CLOSED', CLOSING],
    ...members(
      ['validUntil: date-time', 'reportData.usageValue: number', 'createdAt, updatedAt: date-time'],
      INCIDENT_MEMBERS,
    ),
    ['last checked time: date-time', 'the last checked time follows the checks'],
  ]),
};

export const CREDIT: Section = {
  heading: 'Resources: Credit',
  sentences: shownBy(CREDITS, [
    ['item accountId: string', 'accountId: a string, of an account that is there'],
    ['item purpose: string', 'purpose: a string'],
    ['item effectiveFrom: date', 'effectiveFrom: a date'],
    ['item effectiveUntil: date', 'effectiveUntil: a date, not before effectiveFrom'],
    [
      'item creditAmount: number',
      'creditAmount: a number above zero, exact to the last digit of the currency',
    ],
    ['item priority: integer', 'priority: an integer'],
    ...members(
      [
        ...['id', 'customerId', 'accountId', 'purpose', 'effectiveFrom', 'effectiveUntil', 'creditAmount'],
        ...['creditUnit', 'holdAmount', 'consumedAmount', 'priority', 'createdAt'],
      ].map((name) => `record ${name}`),
      CREDIT_RECORD,
    ),
    ['record status: string', CREDIT_STATES],
  ]),
};

export const CHARGE: Section = {
  heading: 'Resources: miscellaneous charge item',
  sentences: shownBy(INVOICES, [
    ['name: string', 'name: a string, which every item has'],
    ['value: a plain number in a string', 'value: a plain number in a string'],
    ['value: a JSON logic expression in a string', LOGIC],
    ['rate: number, used with quantity', 'rate and quantity: numbers, used together'],
    ['quantity: number, used with rate', 'rate and quantity: numbers, used together'],
    [
      'response: name and value, rate and quantity when given',
      'in a response it carries name and value, and rate and quantity when they were given',
    ],
  ]),
};

export const INVOICE_SUMMARY: Section = {
  heading: 'Resources: invoice summary',
  sentences: shownBy(INVOICES, [
    ...members(
      [
        ...['id', 'customerId', 'ownerId: the account', 'invoiceClass', 'invoiceType', 'totalAmount: number'],
        ...['paidAmount: number', 'startDate', 'endDate', 'invoiceDate', 'generatedAt', 'updatedAt'],
      ],
      INVOICE_MEMBERS,
    ),
    ['status: string', TWO_STATUSES],
    ['finalizingStatus: string', TWO_STATUSES],
  ]),
};

export const JOB_ENTRY: Section = {
  heading: 'Resources: job entry',
  sentences: shownBy(JOBS, members(['entityId', 'jobId', 'createdAt: date-time', 'status'], ENTRY_MEMBERS)),
};

export const INVOICE_GROUP: Section = {
  heading: 'Resources: invoice group',
  sentences: shownBy(GROUPS, [
    ...members(['id', 'name', 'email'], 'has every member of the document'),
    [
      'dailyInvoiceConsolidation: boolean',
      'dailyInvoiceConsolidation is a boolean, the counts and terms are integers',
    ],
    ['accountsCount: integer', 'accountsCount follows its members'],
    [
      'gracePeriod, netTermDays: integers',
      'dailyInvoiceConsolidation is a boolean, the counts and terms are integers',
    ],
    ...members(
      ['invoiceCurrency', 'billingAddress', 'createdAt, updatedAt: date-time'],
      'has every member of the document',
    ),
  ]),
};

export const ENTITLEMENT: Section = {
  heading: 'Resources: entitlement',
  sentences: shownBy(ENTITLEMENTS, [
    ['featureId: string', 'has featureId and value, both strings'],
    ['value: string', 'has featureId and value, both strings'],
    ['the value is that of the account', 'comes from the plan of the account and from what was set for it'],
    ['the value follows the use', 'is false when the credits of the feature are used up'],
  ]),
};

export const BILLING_STATES: Section = {
  heading: 'States: alert, incident, credit, invoice, job entry',
  sentences: [
    ...shownBy(ALERTS, [
      ['incident ACTIVE → CLOSED by PUT with CLOSED, updated incident returned', CLOSING],
      ['alert: ACTIVE, INACTIVE', ALERT_MOVES],
      ['incident: ACTIVE, CLOSED', CLOSING],
    ]),
    ...shownBy(CREDITS, [['credit: ACTIVE is a state', CREDIT_STATES]]),
    ...shownBy(INVOICES, [
      ['invoice: status and finalizingStatus are separate', TWO_STATUSES],
      ['DUE and FINALIZED occur on bill run items', TWO_STATUSES],
    ]),
    ...shownBy(JOBS, [['job entry: COMPLETED is a state', ENTRY_STATES]]),
  ],
};

export const BILLING_ENDPOINTS: Section = {
  heading: 'Endpoints: accounts, alerts, credits, invoices, groups, jobs, portal token',
  sentences: [
    ...shownBy('accounts.test.ts', [
      [
        'POST /accounts: create request, account response',
        'create and get return the same, with every member of the document',
      ],
    ]),
    ...shownBy(ENTITLEMENTS, [
      [
        'GET /accounts/{account_id}/entitlements: data, array of Entitlement',
        'returns an object with data, an array',
      ],
      ['account_id: string of at most 50', 'account_id: a string of at most 50 characters'],
    ]),
    ...shownBy(ALERTS, [
      ['POST /alerts: alert request, alert response', ALERT_MEMBERS],
      ['PUT /incidents/{incident_id}/status: status CLOSED', CLOSED_ONLY],
      ['PUT /incidents/{incident_id}/status: Incident', CLOSING],
    ]),
    ...shownBy(CREDITS, [
      ['POST /credits: creditRequests, array', 'takes an object with creditRequests, an array'],
      [
        'POST /credits: array of records, one per item',
        'returns an array of the credits, one for each item, in their order',
      ],
    ]),
    ...shownBy(INVOICES, [
      [
        'PUT miscellaneous_charges: items in, data out',
        'takes an object with items, returns an object with data',
      ],
      ['PUT miscellaneous_charges: the whole list', 'replaces the whole list'],
      ['GET /invoices/bill_runs: nextToken, pageSize', 'returns data and nextToken'],
      ['GET /invoices/bill_runs: filter by status', 'filters by status'],
      ['GET /invoices/bill_runs: filter by owner id and customer id', 'filters by owner and by customer'],
      [
        'GET /invoices/bill_runs: start and end time in epoch milliseconds',
        'filters by start and end time in epoch milliseconds',
      ],
      ['GET /invoices/bill_runs: data and nextToken', 'returns data and nextToken'],
      ['bill runs: pageSize at most 50', 'pageSize: at most 50'],
      ['bill runs: pageSize default 50', 'pageSize: 50 when nothing is said'],
    ]),
    ...shownBy(GROUPS, [
      ['GET /invoice_groups: data and nextToken', 'returns data and nextToken'],
      ['GET /invoice_groups: query parameters', 'takes id and a search by name, and no other field'],
    ]),
    ...shownBy(JOBS, [
      [
        'GET /jobs/{job_id}/entries: data and nextToken',
        'returns data and nextToken, for the entries of that job',
      ],
      ['entries of a job with the current processing state', ENTRY_STATES],
      ['the job is there', '404 for a job that is not there'],
    ]),
    ...shownBy(PORTAL, [
      [
        'POST /organizations/{organization_id}/token: the tenant',
        'organization_id: the tenant of the caller, and no other',
      ],
      ['email: string, required', 'email: a required string, the e-mail address of a contact'],
      ['response token: a JWT of the contact', 'returns token, a JWT of that contact'],
      [
        'scoped to the accounts with granted access',
        'reaches the accounts to which access was granted, and no other',
      ],
    ]),
  ],
};

export const BILLING_LIMITS = shownBy(INVOICES, [
  ['bill runs: maximum page size 50', 'pageSize: at most 50'],
  ['bill runs: default page size 50', 'pageSize: 50 when nothing is said'],
]);
