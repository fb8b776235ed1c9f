import type { createImport } from '../../../api/generated/imports.ts';
import type { Import } from '../../../api/generated/types.ts';
import type { InputOf } from '../../../api/operation.ts';
import { readCsv } from '../../../format/read-csv.ts';

export type ImportTerms = Omit<InputOf<typeof createImport>['body'], 'fileId'>;
export type ImportType = Import['type'];

export const MAX_BYTES = 50 * 1024 * 1024;
/** Of the file, to read its header and its first row. */
export const READ_BYTES = 64 * 1024;

/** A column of the file, and the member that it is. */
export interface ColumnMapping {
  header: string;
  /** Of the first row. */
  example: string;
  /** Empty: the column is ignored. */
  member: string;
}

export interface ReadHeader {
  delimiter: ',' | ';' | '\t';
  columns: ColumnMapping[];
}

/** The columns of a file by its beginning, each as the member of its name; null for a file without any. */
export function readHeader(beginning: string, type: ImportType): ReadHeader | null {
  const { records, mark } = readCsv(beginning);
  const [header, first] = records;
  if (!header || header.cells.every((cell) => cell === '')) return null;
  return {
    delimiter: mark,
    columns: header.cells.map((name, index) => ({
      ...{ header: name, example: first?.cells[index] ?? '' },
      member: memberOf(name, type),
    })),
  };
}

const ADDRESS = ['line1', 'line2', 'city', 'state', 'postalCode', 'country', 'phoneNumber'];
const OF_ACCOUNT = [
  ...['id', 'name', 'primaryEmail', 'invoiceCurrency', 'netTermDays', 'tags', 'aliases', 'status'],
  ...ADDRESS.map((name) => `address.${name}`),
  ...['billingInformation.emailRecipients', 'billingInformation.additionalEmailRecipients'],
];

/** What is suggested for a column; maps such as `metadata.region` take any key. */
export const MEMBERS: Readonly<Record<ImportType, readonly string[]>> = {
  CUSTOMERS: [
    ...['id', 'name', 'primaryEmail', ...ADDRESS.map((name) => `address.${name}`)],
    ...OF_ACCOUNT.map((name) => `account.${name}`),
  ],
  ACCOUNTS: ['customerId', ...OF_ACCOUNT],
  EVENTS: ['id', 'schemaName', 'timestamp', 'accountId', 'attributes.', 'dimensions.'],
  LICENSES: ['licenseId', 'accountId', 'updateType', 'quantity', 'effectiveFrom', 'idempotencyKey'],
};

/** Members whose keys are free. */
const OPEN = ['attributes.', 'dimensions.', 'metadata.', 'account.metadata.'];

function memberOf(header: string, type: ImportType): string {
  const name = header.trim();
  if (OPEN.some((prefix) => name.startsWith(prefix) && name.length > prefix.length)) return name;
  const same = (member: string) => plain(member) === plain(name);
  const members = MEMBERS[type];
  const inAddress = (member: string) => plain(member) === `address.${plain(name)}`;
  if (members.includes(name)) return name;
  return members.find(same) ?? members.find(inAddress) ?? '';
}

/** `Primary e-mail` is `primaryEmail`. */
function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9.]/g, '');
}

export type ColumnProblem = 'twice';

/** What is wrong with the mapping: by column, and as a whole. */
export function problemsOf(columns: readonly ColumnMapping[]): {
  isEmpty: boolean;
  byColumn: readonly (ColumnProblem | null)[];
} {
  const members = columns.map(({ member }) => member.trim());
  return {
    isEmpty: members.every((member) => member === ''),
    byColumn: members.map((member, index) =>
      member !== '' && members.indexOf(member) < index ? 'twice' : null,
    ),
  };
}

export function termsOf(
  type: ImportType,
  { delimiter, columns }: ReadHeader,
  { dryRun }: { dryRun: boolean },
): ImportTerms {
  const mapped = columns.filter(({ member }) => member.trim() !== '');
  return {
    ...{ type, delimiter, dryRun },
    columns: Object.fromEntries(mapped.map(({ header, member }) => [header, member.trim()])),
  };
}

/** The same terms for the file of a check, which is imported now. */
export function termsOfCheck({ type, delimiter, columns, defaults }: Import): ImportTerms {
  return { ...{ type, delimiter, defaults, dryRun: false }, ...(columns && { columns }) };
}
