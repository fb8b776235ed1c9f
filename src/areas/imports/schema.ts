import { type Static, Type } from 'typebox';
import { Closed, DateTime, Enum, PageOf, Text, TextMap } from '#platform/http/schemas.ts';

export const IMPORT_TYPES = ['CUSTOMERS', 'ACCOUNTS', 'EVENTS', 'LICENSES'] as const;
export const IMPORT_STATUSES = ['QUEUED', 'RUNNING', 'COMPLETED', 'FAILED'] as const;
export const ROW_STATUSES = ['CREATED', 'UNCHANGED', 'FAILED'] as const;
export const DELIMITERS = [',', ';', '\t'] as const;

export type ImportType = (typeof IMPORT_TYPES)[number];
/** Headers of the file and the members that their cells are. */
export type Columns = Readonly<Record<string, string>>;

export const CreateImportRequest = Closed(
  {
    type: Enum(IMPORT_TYPES, {
      description:
        'What each row is: the body of POST /customers, /accounts or /license_updates, or one event',
    }),
    fileId: Text(1, 100, { description: 'Of POST /ext/v1/uploads, after the file was sent to its link' }),
    columns: Type.Optional(
      TextMap({
        ...{ maxProperties: 200, maxKey: 255, maxValue: 300, minValue: 1 },
        description:
          'Headers of the file and the members that their cells are, such as `billing city` and ' +
          '`address.city`; other columns are left out. Absent: every header is the name of a member.',
      }),
    ),
    defaults: Type.Optional(
      TextMap({
        ...{ maxProperties: 200, maxKey: 300, maxValue: 1000, minValue: 1 },
        description: 'Members and what they are where a row has no cell for them, or an empty one',
      }),
    ),
    delimiter: Type.Optional(Enum(DELIMITERS, { description: 'Between cells; a comma by default' })),
    dryRun: Type.Optional(
      Type.Boolean({
        description:
          'Says of each row what would become of it, and keeps nothing. Rows see others of their ' +
          'transaction only, so what two distant rows have in common is not found.',
      }),
    ),
  },
  { component: 'CreateImportRequest' },
);
export type CreateImportRequest = Static<typeof CreateImportRequest>;

export const Upload = Closed(
  {
    fileId: Type.String({ description: 'What the file goes by, once it was sent' }),
    uploadUrl: Type.String({ description: 'Takes the file until it expires' }),
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
    totalRows: Type.Optional(Type.Integer({ description: 'Absent until the file was looked through' })),
    takenRows: Type.Integer(),
    createdRows: Type.Integer(),
    unchangedRows: Type.Integer({ description: 'Of things that were there already, just as the row says' }),
    failedRows: Type.Integer(),
    resultFileId: Type.Optional(
      Type.String({ description: 'CSV with line, id, status and error of every row that was taken' }),
    ),
    resultUrl: Type.Optional(Type.String({ description: 'Leads to that file for a quarter of an hour' })),
    failureReason: Type.Optional(
      Type.String({ description: 'Why the whole of it ended; what was taken before stays' }),
    ),
    createdAt: DateTime(),
    updatedAt: DateTime(),
  },
  { component: 'Import' },
);
export const ImportPage = PageOf(Import);
export const ImportParams = Type.Object({ import_id: Text(1, 100) });
