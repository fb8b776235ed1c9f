import { type Static, type TProperties, Type } from 'typebox';
import { Closed, DateTime, Enum, List, PageOf, Secret, Text } from '#platform/http/schemas.ts';

export const ACTOR_TYPES = ['API_KEY', 'ACCESS_TOKEN', 'PORTAL_TOKEN', 'USER', 'SYSTEM'] as const;
export type ActorType = (typeof ACTOR_TYPES)[number];
export const ACTIONS = ['CREATED', 'UPDATED', 'DELETED'] as const;
export type Action = (typeof ACTIONS)[number];
/** The resources that entries describe, one for each audited table. */
export const ENTITY_TYPES = [
  ...[
    'ORGANIZATION',
    'CURRENCY',
    'CURRENCY_RATE',
    'SELLER_ENTITY',
    'API_KEY',
    'SETTING',
    'CUSTOMER',
    'CONTACT',
    'CONTACT_ACCOUNT',
  ],
  ...['PORTAL_TOKEN', 'ACCOUNT', 'ALIAS', 'KNOWN_ALIAS', 'ADD_ON', 'EVENT_SCHEMA', 'USAGE_METER', 'FEATURE'],
  ...['FEATURE_ASSOCIATION', 'PRICE_PLAN', 'PRICE_PLAN_VERSION', 'RATE_CARD', 'PRICING_RULE', 'SCHEDULE'],
  ...['SCHEDULE_DRAFT', 'ENTITLEMENT_CREDIT', 'LICENSE_UPDATE', 'CREDIT', 'INVOICE_GROUP'],
  ...['WALLET', 'PAYMENT', 'PAYMENT_PROVIDER', 'PAYMENT_REQUEST', 'PAYMENT_REFUND', 'WALLET_AUTO_TOPUP'],
  ...['FINALIZATION_HOOK', 'PAYMENT_PROVIDER_COUNTRY'],
  ...['INVOICE_GROUP_MEMBER', 'UPCOMING_CHARGES', 'INVOICE', 'PURCHASE', 'JOB', 'ALERT', 'INCIDENT'],
  ...['ALERT_CHANNEL', 'WEBHOOK', 'AUDIT_EXPORT'],
  ...['APPROVAL', 'APPROVAL_POLICY'],
  ...['CUSTOM_ROLE', 'MEMBERSHIP', 'SESSION', 'INVITATION', 'SETUP_LINK', 'LINKED_IDENTITY'],
  ...['EMAIL_DOMAIN', 'IDENTITY_PROVIDER', 'IDENTITY_PROVIDER_GROUP', 'IDENTITY_PROVIDER_DOMAIN'],
  'SIMULATION',
  ...['REVIEW_DECISION', 'FINDING_DISMISSAL', 'INVOICE_COMMENT', 'NOTE', 'METER_COST'],
  ...['STATEMENT', 'OUTGOING_DECISION'],
  ...['REPORT', 'REPORT_TEMPLATE', 'INVOICE_TEMPLATE', 'INVOICE_TEMPLATE_VERSION'],
] as const;

/** The origin of amounts on documents, in ledgers and in prices: kept for 7 years, others for 2. */
export const MONEY_TYPES: readonly (typeof ENTITY_TYPES)[number][] = [
  ...(['INVOICE', 'PAYMENT', 'CREDIT', 'WALLET', 'PURCHASE', 'UPCOMING_CHARGES'] as const),
  ...(['ENTITLEMENT_CREDIT', 'LICENSE_UPDATE', 'SCHEDULE', 'PRICE_PLAN', 'PRICE_PLAN_VERSION'] as const),
  ...([
    'RATE_CARD',
    'PRICING_RULE',
    'USAGE_METER',
    'ADD_ON',
    'SETTING',
    'CURRENCY',
    'CURRENCY_RATE',
  ] as const),
  ...(['INVOICE_GROUP', 'INVOICE_GROUP_MEMBER', 'ACCOUNT', 'CUSTOMER', 'ORGANIZATION'] as const),
  ...(['SELLER_ENTITY', 'REVIEW_DECISION', 'FINDING_DISMISSAL', 'INVOICE_COMMENT', 'METER_COST'] as const),
  ...(['APPROVAL', 'APPROVAL_POLICY'] as const),
];

const Members = (description: string) => Type.Optional(Type.Unsafe<object>({ type: 'object', description }));
const Hash = (description: string) => Type.Optional(Text(64, 64, { description }));

const entry = {
  id: Text(1, 19, { description: 'Ascending in the order of writing' }),
  at: DateTime({ description: "By the organization's clock" }),
  writtenAt: DateTime({ description: 'In real time' }),
  actor: Closed({
    type: Enum(ACTOR_TYPES),
    id: Text(1, 200, {
      description:
        'Id of the API key (also for access tokens issued for it), of the portal token, or of the user; ' +
        'otherwise the kind of scheduled work',
    }),
    contact: Type.Optional(Text(1, 200, { description: "Username of a portal token's contact" })),
    name: Type.Optional(Text(1, 100, { description: 'Name of the user' })),
    address: Type.Optional(
      Text(1, 100, {
        description:
          'Network address of the caller; behind a proxy listed in TRUST_PROXY, the one that it forwards',
      }),
    ),
  }),
  approver: Type.Optional(
    Closed(
      { id: Text(1, 200), name: Text(1, 100), approvalId: Text(1, 50) },
      { description: 'The user who approved the change, if it had to be approved' },
    ),
  ),
  requestId: Type.Optional(Text(1, 200)),
  operationId: Type.Optional(Text(1, 200)),
  entityType: Text(1, 50),
  entityId: Text(1, 2000),
  action: Enum(ACTIONS),
  before: Members('Absent for a creation; for an update, the members that changed'),
  after: Members('Absent for a deletion; for an update, the members that changed'),
  isSealed: Type.Boolean({ description: 'Whether the entry is in the chain' }),
  number: Type.Optional(Type.Integer({ minimum: 1, description: 'Position in the chain, without gaps' })),
  previousHash: Hash('Hash of the previous entry in the chain; 64 zeros for the first'),
  hash: Hash('SHA-256 of previousHash, number and sealedText, in lines of their own'),
  erasedHash: Hash('After an erasure of personal data: the hash of the present sealedText'),
} satisfies TProperties;

export const AuditEntry = Closed(entry, { component: 'AuditEntry' });
export type AuditEntry = Static<typeof AuditEntry>;
export const AuditEntryPage = PageOf(AuditEntry);
export const AuditEntryWithText = Closed(
  {
    ...entry,
    sealedText: Type.String({ description: 'The canonical text of the entry, the input of the hash' }),
  },
  { component: 'AuditEntryWithText' },
);
export const AuditEntryParams = Type.Object({ audit_entry_id: Text(1, 50) });

const EXPORT_FORMATS = ['CSV', 'NDJSON'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];
export const EXPORT_STATUSES = ['QUEUED', 'COMPLETED', 'FAILED'] as const;

const some = <T extends string>(values: readonly T[]) =>
  Type.Optional(List(Enum(values), { minItems: 1, maxItems: values.length, uniqueItems: true }));
const ExportFilters = Closed(
  {
    entityTypes: some(ENTITY_TYPES),
    entityId: Type.Optional(Text(1, 2000)),
    actions: some(ACTIONS),
    actorTypes: some(ACTOR_TYPES),
    actorId: Type.Optional(Text(1, 200)),
    operationId: Type.Optional(Text(1, 200)),
    requestId: Type.Optional(Text(1, 200)),
    from: Type.Optional(DateTime({ description: 'Earliest `at`, inclusive' })),
    to: Type.Optional(DateTime({ description: 'Latest `at`, exclusive' })),
  },
  { component: 'AuditExportFilters' },
);
export type ExportFilters = Static<typeof ExportFilters>;

/** Numbers of the chain that a double can represent. */
const MAX_NUMBER = Number.MAX_SAFE_INTEGER;
export const CreateAuditExportRequest = Closed(
  {
    format: Enum(EXPORT_FORMATS),
    filters: Type.Optional(ExportFilters),
    afterNumber: Type.Optional(
      Type.Integer({ minimum: 0, maximum: MAX_NUMBER, description: 'lastNumber of the previous export' }),
    ),
  },
  { component: 'CreateAuditExportRequest' },
);

export const AuditExport = Closed(
  {
    id: Type.String(),
    format: Enum(EXPORT_FORMATS),
    filters: ExportFilters,
    afterNumber: Type.Integer(),
    status: Enum(EXPORT_STATUSES),
    entryCount: Type.Optional(Type.Integer()),
    lastNumber: Type.Optional(
      Type.Integer({ description: 'Position in the chain of the last entry in the file' }),
    ),
    isComplete: Type.Optional(
      Type.Boolean({ description: 'False: there are more entries, after lastNumber' }),
    ),
    fileId: Type.Optional(Type.String({ description: 'The file is kept for 30 days' })),
    downloadUrl: Type.Optional(
      Secret(Type.String({ description: 'Signed link, created for each response and valid for 15 minutes' })),
    ),
    failureReason: Type.Optional(Type.String()),
    createdAt: DateTime(),
    updatedAt: DateTime(),
  },
  { component: 'AuditExport' },
);
export const AuditExportParams = Type.Object({ audit_export_id: Text(1, 50) });
