import { type Section, shownBy } from './sentence.ts';

const CONVENTIONS = 'conventions.test.ts';
const PAGES = 'pagination.test.ts';
const ERRORS = 'errors.test.ts';
const PORTAL = 'portal-token.test.ts';

const ENVELOPE = 'data is required, and nextToken is a string or null';
const CONTEXT = 'context is returned by the add-on list only, with pageSize and sortOrder';
const LAST_PAGE = 'has its rows and nextToken, which is null on the last page: %s';
const FIRST_REQUEST = 'carries page size, filters, search and sort of the first request';
const FIELDS = '_search and _sort take the declared fields only: %s';

export const PURPOSE: Section = {
  heading: 'What the service does',
  sentences: [
    ...shownBy(CONVENTIONS, [
      ['JSON over HTTP', 'responses are JSON, and say so'],
      ['a tenant is an organization', 'an organization is a tenant: it sees its own and nothing else'],
      [
        'accounts, add-ons, alerts, incidents: managed by endpoints',
        'every endpoint of the document responds',
      ],
      ['credits, invoices, invoice groups: managed by endpoints', 'every endpoint of the document responds'],
      [
        'settings, entitlements, background jobs: managed by endpoints',
        'every endpoint of the document responds',
      ],
    ]),
    ...shownBy(PORTAL, [
      ['a portal token for a contact is obtained', 'returns token, a JWT of that contact'],
    ]),
    ...shownBy(CONVENTIONS, [
      [
        'areas: price plans are deprecated, PricePlanV2 is another',
        'price plans of version 2 are an area apart; those of the first are deprecated',
      ],
      [
        'production and sandbox serve the same paths at two base URLs',
        'production and sandbox serve the same paths, each with data and keys of its own',
      ],
      ['request bodies are JSON by Content-Type', 'requests are JSON: another content type is rejected'],
      ['response bodies are JSON by Content-Type', 'responses are JSON, and say so'],
      ['field names are camelCase', 'member names are camelCase'],
      ['identifiers are strings', 'identifiers are strings'],
      [
        'timestamps are ISO 8601 date-time strings',
        'timestamps are ISO 8601 date-times, in UTC with milliseconds, from any offset',
      ],
      ['plain dates are YYYY-MM-DD', 'plain dates are YYYY-MM-DD'],
    ]),
  ],
};

export const ENVELOPES: Section = {
  heading: 'Resources: list envelope',
  sentences: shownBy(PAGES, [
    ['data: array, required', ENVELOPE],
    ['nextToken: string or null', ENVELOPE],
    ['nextToken is opaque', 'is opaque: changed, of another list or of another organization it is rejected'],
    ['nextToken is null when there is no further page', LAST_PAGE],
    ['context: by the add-on list only', CONTEXT],
    ['context.pageSize: integer', CONTEXT],
    ['context.sortOrder: ASC, DESC', CONTEXT],
  ]),
};

export const ERROR_BODY: Section = {
  heading: 'Resources: error body',
  sentences: shownBy(ERRORS, [
    ['message: required, the reason', 'has the error body: a message and nothing else'],
    ['message: at most 500 characters', 'has a message of at most 500 characters'],
  ]),
};

export const ACCESS: Section = {
  heading: 'Endpoints: access',
  sentences: shownBy(CONVENTIONS, [
    ['all endpoints need the Authorization header', 'every endpoint needs the Authorization header'],
  ]),
};

export const PAGINATION: Section = {
  heading: 'Endpoints: pagination',
  sentences: shownBy(PAGES, [
    ['pageSize: number of results per page', 'limits the rows of a page'],
    [
      'nextToken: the page after the last object',
      'is absent for the first page, and leads to the rows after the last one',
    ],
    [
      'without nextToken the first page',
      'is absent for the first page, and leads to the rows after the last one',
    ],
    ['nextToken carries pageSize', FIRST_REQUEST],
    ['nextToken carries filter, search and sort', FIRST_REQUEST],
    ['on the last page nextToken is null', 'is null on the last page'],
    [
      'a last page may carry a token to an empty list with a null one',
      'of a page whose followers have gone leads to an empty list and null',
    ],
    ['pages under inserts show each earlier row once', 'shows each earlier row once while rows are added'],
    ['filters: field name as query parameter', 'filters are query parameters named as the field'],
    ['_search over searchable fields', FIELDS],
    ['_sort over sortable fields', FIELDS],
  ]),
};

export const AUTHENTICATION: Section = {
  heading: 'Authentication',
  sentences: [
    ...shownBy(CONVENTIONS, [
      ['every endpoint uses the HTTP bearer scheme', 'the header is of the bearer scheme, and no other'],
    ]),
    ...shownBy(PORTAL, [
      ['the portal token endpoint answers a JWT', 'returns token, a JWT of that contact'],
      ['it is presented in the same header', 'is presented in the same header'],
      [
        'it reaches only accounts with granted portal access',
        'reaches the accounts to which access was granted, and no other',
      ],
      ['and nothing else', 'reaches nothing else of the organization'],
      ['and only while it is granted', 'follows the grants: what is taken away is out of reach'],
    ]),
  ],
};

export const ERRORS_SECTION: Section = {
  heading: 'Errors',
  sentences: shownBy(ERRORS, [
    ['every error response body is the error body', 'has the error body: a message and nothing else'],
    [
      'the add-on list declares 400, 401, 403, 404, 429 and a default',
      'declares 400, 401, 403, 404, 429 and a default, all with the error body',
    ],
    ['every other endpoint shows six error bodies of the shape', 'declares error bodies of the same shape'],
    ['400 for requests and states', '400 for what the request is or what the state forbids'],
    ['401, 403, 404, 409, 422 and 429 by condition', '%d when the table of statuses says so'],
  ]),
};

export const VERSIONING: Section = {
  heading: 'Versioning',
  sentences: [
    ...shownBy(CONVENTIONS, [['the description carries version 1.0', 'the description carries version 1.0']]),
    ...shownBy('alerts.test.ts', [
      [
        'alerts carry an integer version',
        'version: an integer, one more with each change of what is watched',
      ],
      ['incidents carry alertVersion', 'alertVersion is the version of the alert that raised it'],
    ]),
    ...shownBy(CONVENTIONS, [
      [
        'Price Plans are deprecated, PricePlanV2 is a separate area',
        'price plans of version 2 are an area apart; those of the first are deprecated',
      ],
    ]),
  ],
};

export const PAGE_LIMITS = shownBy(PAGES, [
  ['maximum page size 100 for lists in general', 'from 1 to the maximum, and nothing else: %s'],
  [
    'default page size 20, as in the customer list',
    'is 20 when nothing is said, as in the list of customers',
  ],
]);
export const MESSAGE_LIMIT = shownBy(ERRORS, [
  ['error message at most 500 characters', 'has a message of at most 500 characters'],
]);
