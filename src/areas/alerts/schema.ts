import { type Static, Type } from 'typebox';
import {
  Closed,
  DateTime,
  Enum,
  ExactNumber,
  Extension,
  List,
  MultilineText,
  Nullable,
  PageOf,
  Text,
} from '#platform/http/schemas.ts';
import { INTERVALS } from './intervals.ts';

export const ALERT_STATUSES = ['ACTIVE', 'INACTIVE'] as const;
export const INCIDENT_STATUSES = ['ACTIVE', 'CLOSED'] as const;
/** A hundred years: the limit for clocks. */
const MAX_VALIDITY_MINUTES = 52_560_000;
export const MAX_DAYS = 365;

const interval = Type.Unsafe<string | number>({
  type: ['string', 'integer'],
  minLength: 1,
  maxLength: 40,
  description: `Minutes, an ISO 8601 duration or cron; one of ${INTERVALS.join(', ')} minutes`,
});
const validity = Nullable(
  Type.Integer({
    minimum: 1,
    maximum: MAX_VALIDITY_MINUTES,
    description: 'Minutes from the activation, at least the interval; null: no expiry',
  }),
);
const description = MultilineText(0, 1000);
const id = Text(1, 50);
const days = Type.Integer({ minimum: 0, maximum: MAX_DAYS });

// The template determines which of these members an alert has.
const EntityDetails = Closed(
  {
    usageMeterId: Type.Optional(id),
    featureId: Type.Optional(id),
    billableId: Type.Optional(id),
    eventSchemaName: Type.Optional(id),
  },
  { component: 'AlertEntityDetails' },
);
const OwnerDetails = Closed(
  {
    accountId: Type.Optional(Text(1, 50, { description: 'Absent: all accounts of the organization' })),
  },
  { component: 'AlertOwnerDetails' },
);
const Parameters = Closed(
  {
    threshold: Type.Optional(ExactNumber({ minimum: '0' })),
    daysBefore: Type.Optional(days),
    daysAfter: Type.Optional(days),
  },
  { component: 'AlertParameters' },
);
export type EntityDetails = Static<typeof EntityDetails>;
export type OwnerDetails = Static<typeof OwnerDetails>;
export type Parameters = Static<typeof Parameters>;

const MAX_CHANNELS = 10;
const Channel = Closed(
  {
    type: Enum(['WEBHOOK', 'EMAIL', 'CHAT']),
    target: Text(1, 2048, {
      description:
        'WEBHOOK: the id of a webhook, whatever it subscribes to; EMAIL: an e-mail address, for a ' +
        'customer only that of a verified contact with access to the account; CHAT: the https URL of an ' +
        'incoming webhook of a chat, which receives {"text"}',
    }),
  },
  { component: 'AlertChannel' },
);
export type Channel = Static<typeof Channel>;
const channels = Extension(
  List(Channel, {
    maxItems: MAX_CHANNELS,
    description:
      'Recipients of notifications when incidents open and close; without channels incidents only ' +
      'publish events',
  }),
);

export const CreateAlertRequest = Closed(
  {
    alertTemplateId: id,
    interval,
    validity: Type.Optional(validity),
    description: Type.Optional(Nullable(description)),
    entityDetails: Type.Optional(EntityDetails),
    ownerDetails: Type.Optional(OwnerDetails),
    parameters: Type.Optional(Parameters),
    status: Enum(ALERT_STATUSES),
    channels: Type.Optional(channels),
  },
  { component: 'CreateAlertRequest' },
);
export type CreateAlertRequest = Static<typeof CreateAlertRequest>;

export const UpdateAlertRequest = Closed(
  {
    description: Type.Optional(Nullable(description)),
    status: Type.Optional(Enum(ALERT_STATUSES)),
    interval: Type.Optional(interval),
    validity: Type.Optional(validity),
    parameters: Type.Optional(Parameters),
    channels: Type.Optional(channels),
  },
  { component: 'UpdateAlertRequest' },
);
export type UpdateAlertRequest = Static<typeof UpdateAlertRequest>;

export const Alert = Closed(
  {
    id: Text(0, 50),
    alertId: Type.String({ description: 'The same as id' }),
    alertTemplateId: Text(0, 50),
    version: Type.Integer(),
    description: Type.Optional(Type.String()),
    status: Enum(ALERT_STATUSES),
    validity: Nullable(Type.Integer({ description: 'Minutes; null: no expiry' })),
    interval: Type.Integer({ description: 'Minutes' }),
    cronInterval: Type.String({
      description: 'The interval as a cron expression, in the time zone of the organization',
    }),
    entityDetails: EntityDetails,
    ownerDetails: OwnerDetails,
    parameters: Parameters,
    channels: Type.Optional(channels),
    createdAt: DateTime(),
    updatedAt: DateTime(),
  },
  { component: 'Alert' },
);
export type Alert = Static<typeof Alert>;
export const AlertPage = PageOf(Alert);

export const AlertTemplate = Closed(
  {
    id: Text(0, 50),
    name: Type.String(),
    description: Type.String(),
    interval: Type.Integer({ description: 'The shortest interval, in minutes' }),
    entityType: Type.Optional(
      Type.String({ description: 'Absent: the template watches no particular resource' }),
    ),
    entitySchema: Type.String({ description: 'JSON Schema of entityDetails, as text' }),
    ownerType: Type.String(),
    ownerSchema: Type.String({ description: 'JSON Schema of ownerDetails, as text' }),
    parametersSchema: Type.String({ description: 'JSON Schema of parameters, as text' }),
    createdAt: DateTime(),
    updatedAt: DateTime(),
  },
  { component: 'AlertTemplate' },
);
export type AlertTemplate = Static<typeof AlertTemplate>;
export const AlertTemplatePage = PageOf(AlertTemplate);

export const Incident = Closed(
  {
    id: Text(0, 50),
    alertId: Text(0, 50),
    alertVersion: Type.Integer(),
    alertTemplateId: Text(0, 50),
    status: Enum(INCIDENT_STATUSES),
    validUntil: Type.Optional(DateTime()),
    reportData: Closed({
      usageValue: Type.Optional(ExactNumber()),
      revenueValue: Type.Optional(ExactNumber()),
      eventCount: Type.Optional(ExactNumber()),
      balance: Type.Optional(ExactNumber()),
      invoiceId: Type.Optional(Type.String()),
      dimensionValue: Type.Optional(
        Extension(
          Closed(
            { schemaName: Type.String(), dimension: Type.String(), value: Type.String() },
            { component: 'IncidentDimensionValue' },
          ),
        ),
      ),
      outstanding: Type.Optional(ExactNumber()),
    }),
    lastCheckedAt: DateTime({ description: 'When the condition was last evaluated' }),
    createdAt: DateTime(),
    updatedAt: DateTime(),
  },
  { component: 'Incident' },
);
export type Incident = Static<typeof Incident>;
export const IncidentPage = PageOf(Incident);

export const UpdateIncidentStatusRequest = Closed(
  { status: Enum(['CLOSED']) },
  { component: 'UpdateIncidentStatusRequest' },
);

export const MAX_BACKTEST_DAYS = 60;
/** The most incidents that a back-test lists, and about how many points its line has. */
export const MAX_BACKTEST_INCIDENTS = 100;
export const BACKTEST_POINTS = 400;

export const BacktestAlertRequest = Closed(
  {
    alertTemplateId: id,
    interval,
    entityDetails: Type.Optional(EntityDetails),
    ownerDetails: Type.Optional(OwnerDetails),
    parameters: Type.Optional(Parameters),
    days: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_BACKTEST_DAYS,
        description: `Days until now; absent: ${MAX_BACKTEST_DAYS}`,
      }),
    ),
  },
  { component: 'BacktestAlertRequest' },
);

const PastIncident = Closed(
  {
    openedAt: DateTime(),
    closedAt: Nullable(DateTime({ description: 'Null: it would still be open' })),
    value: ExactNumber({ description: 'The value of the last check at which the condition held' }),
  },
  { component: 'BacktestIncident' },
);
export const AlertBacktest = Closed(
  {
    from: DateTime(),
    until: DateTime(),
    interval: Type.Integer({
      description:
        'Minutes between the checks: those of the alert, or a day for revenue and for meters whose usage ' +
        'is not summed by hours',
    }),
    threshold: ExactNumber(),
    fired: Type.Integer({ description: 'Incidents that would have opened, if nobody had closed any' }),
    checks: Type.Integer(),
    checksHeld: Type.Integer({ description: 'Checks at which the condition held' }),
    incidents: Type.Array(PastIncident, {
      description: `The first ${MAX_BACKTEST_INCIDENTS}, in the order of their opening`,
    }),
    points: Type.Array(Closed({ at: DateTime(), value: ExactNumber() }, { component: 'BacktestPoint' }), {
      description:
        'Values of checks: at even distances, where an incident opens, and before usage or revenue begins ' +
        'again with a new period',
    }),
  },
  { component: 'AlertBacktest' },
);

export const AlertParams = Type.Object({ alert_id: Text(1, 50) });
export const AlertTemplateParams = Type.Object({ alert_template_id: Text(1, 50) });
export const IncidentParams = Type.Object({ incident_id: Text(1, 50) });
