import { members, type Section, shownBy } from './sentence.ts';

const ADDONS = 'addons.test.ts';
const ACCOUNTS = 'accounts.test.ts';
const SETTINGS = 'settings.test.ts';

const ADDON_TYPE = 'type: required, one of LICENSE, FIXED_FEE, CREDIT_GRANT, NAMED_LICENSE';
const ADDON_STATUS = 'status: ACTIVE, and ARCHIVED by DELETE, which nothing takes back';
const ADDON_CARDS = 'types say in which rate cards it is usable: a fixed fee takes FIXED_FEE only';
const FILTERS = 'status filters by ACTIVE or ARCHIVED, type by the type of add-on';
const WHOLE = 'create and get return the same, with every member of the document';
const PLATFORM_IDS = 'platformAccountId and platformCustomerId are unique, and lead to their things';
const STATES = 'is one of ACTIVE, DRAFT and ARCHIVED, and moves as the product says';

export const ADD_ON: Section = {
  heading: 'Resources: AddOn',
  sentences: shownBy(ADDONS, [
    ['id: at most 50 characters', 'id: a string of at most 50 characters'],
    ['name: required, at most 255', 'name: required, at most 255 characters'],
    ['type: LICENSE', ADDON_TYPE],
    ['type: FIXED_FEE', ADDON_TYPE],
    ['type: CREDIT_GRANT', ADDON_TYPE],
    ['type: NAMED_LICENSE', ADDON_TYPE],
    ['billableName: optional, at most 255', 'billableName: optional, at most 255 characters'],
    ['billableName before name on invoices', 'billableName takes precedence over name on invoices'],
    ['createdAt: date-time', 'createdAt: a date-time'],
    ['status: ACTIVE, ARCHIVED', ADDON_STATUS],
    ['displayName: generated', 'displayName: billableName, or name when that is absent'],
    ['LICENSE and NAMED_LICENSE are for license rate cards, not for fixed fees', ADDON_CARDS],
    ['FIXED_FEE is usable in fixed fee rate cards', ADDON_CARDS],
    ['CREDIT_GRANT is for credit grant rate cards, not for fixed fees', ADDON_CARDS],
  ]),
};

export const ADDRESS: Section = {
  heading: 'Resources: Address',
  sentences: shownBy(
    ACCOUNTS,
    members(
      ['phoneNumber', 'line1', 'line2', 'postalCode', 'city', 'state', 'country'],
      'address: an object of seven texts, each of which may be absent',
    ),
  ),
};

export const ACCOUNT: Section = {
  heading: 'Resources: Account',
  sentences: [
    ...shownBy(ACCOUNTS, [
      ['request id: at most 50', 'id: a string of at most 50 characters'],
      ['request name: 3 to 255', 'name: 3 to 255 characters'],
      [
        'request customerId: 1 to 255, the customer',
        'customerId: 1 to 255 characters, of a customer that is there',
      ],
      ['request aliases: at most 10, each 3 to 50', 'aliases: at most 10 entries of 3 to 50 characters'],
      ['request aliases are tags of the account', 'tags are stored in lowercase, as tags and as aliases'],
      ['request address', 'address: an object of seven texts, each of which may be absent'],
      ['request primaryEmail: at most 320', 'primaryEmail: at most 320 characters'],
      ['request billingInformation', 'billingInformation: two lists of addresses for the mail of invoices'],
      [
        'request settings: id, value, namespace, name, dataType',
        'settings: entries with id, value, namespace, name and dataType',
      ],
      ['request netTermDays: integer', 'netTermDays: an integer'],
      ['net term of the invoices of the account', 'netTermDays count from the date of the invoice'],
      ['request status: ACTIVE or DRAFT', 'status: ACTIVE or DRAFT'],
      ['request status: default ACTIVE', 'created without a status it is ACTIVE, in the response, too'],
      ['no other member', 'no other member'],
      ['response of create and get', WHOLE],
      ['response id: at most 50', WHOLE],
      ['response platformAccountId: unique', PLATFORM_IDS],
      ['response customerId', WHOLE],
      ['response platformCustomerId: unique', PLATFORM_IDS],
      ['response name', WHOLE],
      ['response invoiceCurrency', 'invoiceCurrency: that of the organization, or the one requested'],
      ['response status: ACTIVE, DRAFT, ARCHIVED', STATES],
      ['response aliases: objects with alias', 'aliases: objects that each have an alias'],
      ['response address', WHOLE],
      ['response primaryEmail', WHOLE],
      ['response billingInformation: two arrays of strings', WHOLE],
      ['response invoice group details', 'invoice group details: those of its group, when requested'],
      ['response additional information: settings', 'additional information: the settings of the request'],
      ['tags are stored in lowercase', 'tags are stored in lowercase, as tags and as aliases'],
    ]),
  ],
};

export const SETTING: Section = {
  heading: 'Resources: Setting',
  sentences: shownBy(SETTINGS, [
    ...members(
      ['id', 'value', 'entityType', 'entityId', 'namespace', 'name', 'dataType'].map(
        (name) => `${name}: required`,
      ),
      'every field is required',
    ),
    ['every field is a string', 'every field is a string'],
    ['dataType: STRING, NUMERIC, JSON, JSON_LOGIC', 'dataType: STRING, NUMERIC, JSON or JSON_LOGIC'],
    ['the values are of their types', 'NUMERIC, JSON and JSON_LOGIC are really read'],
    [
      'values of entityType and namespace',
      'entityType is one of ten kinds, namespace one of the known ones, in any case',
    ],
    ['value: 32 KiB', 'value: at most 32 KiB'],
  ]),
};

export const ACCOUNT_STATES: Section = {
  heading: 'States: account and add-on',
  sentences: [
    ...shownBy(ACCOUNTS, [
      [
        'none → ACTIVE by POST without status, account returned',
        'created without a status it is ACTIVE, in the response, too',
      ],
      [
        'none → DRAFT by POST with DRAFT, account returned',
        'created with the status DRAFT it is DRAFT, in the response, too',
      ],
      ['account: ACTIVE, DRAFT, ARCHIVED', STATES],
    ]),
    ...shownBy(ADDONS, [['add-on: ACTIVE, ARCHIVED', ADDON_STATUS]]),
  ],
};

export const ADD_ON_ENDPOINTS: Section = {
  heading: 'Endpoints: add-ons',
  sentences: shownBy(ADDONS, [
    ['GET /addons: query status', FILTERS],
    ['GET /addons: query type', FILTERS],
    ['GET /addons: envelope of AddOn with context', 'returns the envelope of add-ons, with context'],
    ['GET /addons/{addon_id}: AddOn', 'returns the add-on'],
    ['addon_id: string of at most 50', 'addon_id: at most 50 characters'],
    ['combinations: status', FILTERS],
    ['combinations: type', FILTERS],
    ['combinations: status with type', 'status and type go together'],
    ['searchable: id, name, billable_name', '_search looks in id, name and billable_name'],
    ['sortable: created_at, name, id', '_sort goes by created_at, name and id'],
    ['default order: name ASC, then id ASC', 'the default order is name, then id'],
  ]),
};

export const SETTING_ENDPOINTS: Section = {
  heading: 'Endpoints: settings',
  sentences: shownBy(SETTINGS, [
    ['POST /settings: Setting in, Setting out', 'returns the setting'],
    [
      'GET /settings/{setting_id_str}: Setting',
      'returns the setting by setting.<namespace>.<id>.<entity type>.<entity id>',
    ],
    ['the response shape is the same for insert and update', 'insert and update return the same shape'],
    [
      'what the setting belongs to is there',
      '404 for what the setting would belong to, 400 when that is archived',
    ],
  ]),
};

export const ACCOUNT_LIMITS = [
  ...shownBy(ADDONS, [
    ['addon name at most 255', 'name: required, at most 255 characters'],
    ['addon billableName at most 255', 'billableName: optional, at most 255 characters'],
    ['addon_id at most 50', 'addon_id: at most 50 characters'],
  ]),
  ...shownBy(ACCOUNTS, [['account id at most 50', 'id: a string of at most 50 characters']]),
  ...shownBy('entitlements.test.ts', [
    ['account id at most 50 in the entitlements path', 'account_id: a string of at most 50 characters'],
  ]),
  ...shownBy(ACCOUNTS, [
    ['account name 3 to 255', 'name: 3 to 255 characters'],
    ['customerId 1 to 255', 'customerId: 1 to 255 characters, of a customer that is there'],
    ['aliases at most 10 of 3 to 50', 'aliases: at most 10 entries of 3 to 50 characters'],
    ['primaryEmail at most 320', 'primaryEmail: at most 320 characters'],
  ]),
];
