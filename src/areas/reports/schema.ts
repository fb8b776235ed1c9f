import { type Static, Type } from 'typebox';
import {
  Closed,
  DateTime,
  Enum,
  Extension,
  List,
  Name,
  Nullable,
  PageOf,
  Secret,
  Text,
} from '#platform/http/schemas.ts';

export const REPORT_STATUSES = ['QUEUED', 'RUNNING', 'UPLOAD_PENDING', 'COMPLETED', 'FAILED'] as const;
export const REPORT_TYPES = ['TEMPLATE', 'QUERY', 'CUSTOM'] as const;
const FREQUENCIES = ['HOURLY', 'DAILY', 'MONTHLY'] as const;
export type Frequency = (typeof FREQUENCIES)[number];
const AGGREGATORS = ['sum', 'count', 'avg', 'min', 'max'] as const;
const OPERATORS = ['gt', 'lt', 'gte', 'lte', 'eq', 'neq', 'in', 'nin'] as const;
const FUNCTIONS = ['date_trunc', 'abs'] as const;
const UNITS = ['hour', 'day', 'week', 'month', 'quarter', 'year'] as const;
export const MAX_ROWS = 100_000;

// Names of sources and columns are looked up: unknown ones are rejected with 400, and none becomes part of a
// statement.
const name = Text(1, 50);
const QueryColumn = Closed(
  {
    dataSource: Type.Optional(Text(1, 50, { description: 'Absent: baseDataSource' })),
    columnName: name,
    alias: Type.Optional(Name(1, 100, { description: 'Column header; absent: columnName' })),
    functions: Type.Optional(
      List(Closed({ name: Enum(FUNCTIONS), args: List(Text(0, 50), { maxItems: 5 }) }), { maxItems: 3 }),
    ),
    aggregator: Type.Optional(Enum(AGGREGATORS)),
  },
  { component: 'QueryColumn' },
);
export type QueryColumn = Static<typeof QueryColumn>;
const QueryFilter = Closed(
  {
    column: QueryColumn,
    operator: Enum(OPERATORS),
    args: List(Text(0, 255), { maxItems: 100, description: 'One value; in and nin accept up to 100' }),
  },
  { component: 'QueryFilter' },
);
export type QueryFilter = Static<typeof QueryFilter>;
const QuerySort = Closed(
  { column: QueryColumn, sortOrder: Enum(['ASC', 'DESC']) },
  { component: 'QuerySort' },
);

export const QueryInput = Closed(
  {
    selects: List(QueryColumn, { minItems: 1, maxItems: 30 }),
    queryFilters: Type.Optional(List(QueryFilter, { maxItems: 20 })),
    baseDataSource: name,
    sort: List(QuerySort, { maxItems: 5 }),
    seekValues: Type.Optional(
      List(Text(0, 255), { maxItems: 5, description: 'Values of sort in the last row of a previous report' }),
    ),
    limit: Type.Integer({ minimum: 1, maximum: MAX_ROWS }),
  },
  { component: 'QueryInput' },
);
export type QueryInput = Static<typeof QueryInput>;

const isFinal = 'Present if COMPLETED';
export const Report = Closed(
  {
    id: Type.String(),
    name: Type.String(),
    account_id: Type.Optional(Type.String()),
    status: Enum(REPORT_STATUSES),
    fileId: Type.Optional(Type.String({ description: `${isFinal}; the file is kept for 30 days` })),
    queryInput: Type.Optional(QueryInput),
    reportTemplateId: Type.Optional(Type.String()),
    createdAt: DateTime(),
    updatedAt: DateTime(),
    preSignedUrl: Type.Optional(
      Secret(
        Type.String({
          description: 'Signed link to the file, created for each response and valid for 15 minutes',
        }),
      ),
    ),
    type: Type.Optional(Enum(REPORT_TYPES)),
    startTime: Type.Optional(Extension(DateTime())),
    endTime: Type.Optional(Extension(DateTime())),
    rowCount: Type.Optional(Extension(Type.Integer({ description: isFinal }))),
    failureReason: Type.Optional(Extension(Type.String({ description: 'Present if FAILED' }))),
  },
  { component: 'Report' },
);
export const ReportPage = PageOf(Report);
export const ReportParams = Type.Object({ report_id: Text(1, 50) });

export const CreateReportRequest = Closed(
  {
    name: Type.Optional(Name(1, 100, { description: 'File name; absent: the name of the template' })),
    reportTemplateId: Type.Optional(Text(1, 50, { description: 'Either this or queryInput' })),
    queryInput: Type.Optional(QueryInput),
    accountId: Type.Optional(Text(1, 50, { description: 'Restricts the rows to this account' })),
    startTime: Type.Optional(
      DateTime({ description: 'Start of the range of rows, inclusive; requires endTime' }),
    ),
    endTime: Type.Optional(
      DateTime({ description: 'End of the range of rows, exclusive; requires startTime' }),
    ),
  },
  { component: 'CreateReportRequest' },
);

const ReportSource = Closed(
  {
    name: Type.String(),
    columns: Type.Array(
      Closed(
        {
          name: Type.String(),
          type: Enum(['TEXT', 'NUMBER', 'TIME']),
          isMoney: Type.Boolean({ description: 'Amounts in the currency of their row' }),
        },
        { component: 'ReportSourceColumn' },
      ),
    ),
    hasTime: Type.Boolean({ description: 'Whether a range restricts its rows' }),
  },
  { component: 'ReportSource' },
);
export const ReportSources = Closed({ sources: Type.Array(ReportSource) }, { component: 'ReportSources' });

/** The most rows of a preview. */
export const MAX_PREVIEW_ROWS = 500;
export const PreviewReportRequest = Closed(
  {
    reportTemplateId: Type.Optional(Text(1, 50, { description: 'Either this or queryInput' })),
    queryInput: Type.Optional(QueryInput),
    accountId: Type.Optional(Text(1, 50, { description: 'Restricts the rows to this account' })),
    startTime: Type.Optional(DateTime({ description: 'Start of the range of rows; requires endTime' })),
    endTime: Type.Optional(DateTime({ description: 'End of the range, exclusive; requires startTime' })),
  },
  { component: 'PreviewReportRequest' },
);
const PreviewColumn = Closed(
  {
    header: Type.String(),
    columnName: Type.String(),
    dataSource: Type.String(),
    type: Enum(['TEXT', 'NUMBER', 'TIME']),
    isMoney: Type.Boolean({ description: 'Amounts in the currency of their row' }),
    truncatedTo: Nullable(Enum(UNITS)),
    isAggregate: Type.Boolean({
      description: 'Summed or counted; the other columns are what it is grouped by',
    }),
  },
  { component: 'ReportPreviewColumn' },
);
export const ReportPreview = Closed(
  {
    name: Nullable(Type.String({ description: 'Of the template' })),
    queryInput: QueryInput,
    columns: Type.Array(PreviewColumn),
    rows: Type.Array(Type.Array(Nullable(Type.String())), {
      description: `Cells as in the file: the first ${MAX_PREVIEW_ROWS} rows, in the order of the query`,
    }),
    isCut: Type.Boolean({ description: 'There are more rows' }),
    hasTime: Type.Boolean({ description: 'Whether the source has a time that a range restricts' }),
    baseCurrency: Type.String({ description: 'Of amounts that are not in the currency of their row' }),
    asOf: DateTime(),
  },
  { component: 'ReportPreview' },
);

const schedule = Closed({
  frequency: Enum(FREQUENCIES, {
    description: "Each report covers the hour, day or month that has ended by the organization's clock",
  }),
});
export const ReportTemplate = Closed(
  {
    id: Type.String(),
    name: Type.String(),
    status: Enum(['ACTIVE', 'ARCHIVED']),
    isBuiltIn: Type.Boolean(),
    queryInput: QueryInput,
    schedule: Nullable(schedule),
    nextRunAt: Type.Optional(DateTime()),
    createdAt: Type.Optional(DateTime({ description: 'Absent for a built-in template' })),
    updatedAt: Type.Optional(DateTime()),
  },
  { component: 'ReportTemplate' },
);
export const ReportTemplatePage = Closed(
  {
    data: Type.Array(ReportTemplate),
    nextToken: Nullable(Type.String({ maxLength: 500 })),
    builtIn: Type.Array(ReportTemplate, { description: 'The same on every page' }),
  },
  { component: 'ReportTemplatePage' },
);
export const TemplateParams = Type.Object({ report_template_id: Text(1, 50) });
export const CreateTemplateRequest = Closed(
  {
    name: Name(1, 100),
    queryInput: QueryInput,
    schedule: Type.Optional(Nullable(schedule)),
  },
  { component: 'CreateReportTemplateRequest' },
);
export const UpdateTemplateRequest = Closed(
  {
    name: Type.Optional(Name(1, 100)),
    queryInput: Type.Optional(QueryInput),
    schedule: Type.Optional(Nullable(schedule)),
  },
  { component: 'UpdateReportTemplateRequest' },
);
