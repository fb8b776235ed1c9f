import { type Static, Type } from 'typebox';
import { Closed, DateTime, Enum, PageOf, Secret, Text, TextMap } from '#platform/http/schemas.ts';

export const IMPORT_TYPES = ['CUSTOMERS', 'ACCOUNTS', 'EVENTS', 'LICENSES'] as const;
export const IMPORT_STATUSES = ['QUEUED', 'RUNNING', 'COMPLETED', 'FAILED'] as const;
export const ROW_STATUSES = ['CREATED', 'UNCHANGED', 'FAILED'] as const;
export const DELIMITERS = [',', ';', '\t'] as const;

const COLUMNS = { maxProperties: 200, maxKey: 255, maxValue: 300, minValue: 1 };
const DEFAULTS = { maxProperties: 200, maxKey: 300, maxValue: 1000, minValue: 1 };

export type ImportType = (typeof IMPORT_TYPES)[number];
/** Maps headers of the file to members. */
export type Columns = Readonly<Record<string, string>>;

export const CreateImportRequest = Closed(
  {
    type: Enum(IMPORT_TYPES, {
      description:
        'The type of each row: the body of POST /customers, /accounts or /license_updates, or one event',
    }),
    fileId: Text(1, 100, {
      description: 'Id from POST /ext/v1/uploads, after the file was sent to its link',
    }),
    columns: Type.Optional(
      TextMap({
        ...COLUMNS,
        description:
          'Maps headers of the file to members, such as `billing city` to `address.city`; other columns ' +
          'are ignored. Absent: every header is the name of a member.',
      }),
    ),
    defaults: Type.Optional(
      TextMap({
        ...DEFAULTS,
        description: 'Default values by member, for rows without a cell for it, or with an empty one',
      }),
    ),
    delimiter: Type.Optional(Enum(DELIMITERS, { description: 'Between cells; default: comma' })),
    dryRun: Type.Optional(
      Type.Boolean({
        description:
          'Dry run: reports the result of each row, and stores nothing. A row sees only other rows of ' +
          'its transaction, so conflicts between distant rows are not found.',
      }),
    ),
  },
  { component: 'CreateImportRequest' },
);
export type CreateImportRequest = Static<typeof CreateImportRequest>;

export const Upload = Closed(
  {
    fileId: Type.String({ description: 'Id of the file, usable once it was sent' }),
    uploadUrl: Secret(Type.String({ description: 'Accepts the file until it expires' })),
    expiresAt: DateTime({ description: 'In real time' }),
  },
  { component: 'Upload' },
);

export const Import = Closed(
  {
    id: Type.String(),
    type: Enum(IMPORT_TYPES),
    status: Enum(IMPORT_STATUSES),
    fileId: Type.String(),
    dryRun: Type.Boolean(),
    delimiter: Enum(DELIMITERS, { description: 'Between cells' }),
    columns: Type.Optional(
      TextMap({
        ...COLUMNS,
        description: 'As requested: members by headers of the file. Absent: every header is a member',
      }),
    ),
    defaults: TextMap({ ...DEFAULTS, description: 'As requested: values by member' }),
    totalRows: Type.Optional(Type.Integer({ description: 'Absent until the whole file was read' })),
    takenRows: Type.Integer(),
    createdRows: Type.Integer(),
    unchangedRows: Type.Integer({ description: 'Existing resources that equal their row' }),
    failedRows: Type.Integer(),
    resultFileId: Type.Optional(
      Type.String({ description: 'CSV with line, id, status and error of every processed row' }),
    ),
    resultUrl: Type.Optional(
      Secret(Type.String({ description: 'Link to the results file, valid for a quarter of an hour' })),
    ),
    failureReason: Type.Optional(
      Type.String({ description: 'Why the import failed; rows imported before stay' }),
    ),
    createdAt: DateTime(),
    updatedAt: DateTime(),
  },
  { component: 'Import' },
);
export const ImportPage = PageOf(Import);
export const ImportParams = Type.Object({ import_id: Text(1, 100) });
