import { openCsvFile } from '#platform/csv-file.ts';
import { type GrownFile, openGrowingFile } from '#platform/growing-file.ts';
import { describeEntry } from './describe-entry.ts';
import type { ExportFormat } from './schema.ts';
import type { SealedEntry } from './store/exports.ts';

/** A file of entries, each with the canonical text whose hash is its seal. */
export interface EntriesFile {
  write(entries: readonly SealedEntry[]): Promise<void>;
  end(): Promise<GrownFile>;
  dispose(): Promise<void>;
}

export const CONTENT_TYPES: Record<ExportFormat, string> = {
  CSV: 'text/csv; charset=utf-8',
  NDJSON: 'application/x-ndjson',
};

export async function openEntriesFile(format: ExportFormat): Promise<EntriesFile> {
  if (format === 'CSV') return openCsv();
  const file = await openGrowingFile();
  return { ...file, write: (entries) => file.append(entries.map(lineOf).join('')) };
}

async function openCsv(): Promise<EntriesFile> {
  const file = await openCsvFile(
    COLUMNS.map(([header]) => ({ header, isNumeric: header === 'number' || header === 'id' })),
  );
  return {
    ...file,
    write: (entries) => file.write(entries.map((entry) => COLUMNS.map(([, cellOf]) => cellOf(entry)))),
  };
}

function lineOf(entry: SealedEntry): string {
  const { at, writtenAt, ...described } = describeEntry(entry);
  const times = { at: printed(at), writtenAt: printed(writtenAt) };
  return `${JSON.stringify({ ...described, ...times, sealedText: entry.sealedText })}\n`;
}

const COLUMNS: readonly [header: string, cell: (entry: SealedEntry) => string | null][] = [
  ['number', ({ number }) => String(number)],
  ['id', ({ id }) => String(id)],
  ['at', ({ at }) => printed(at)],
  ['writtenAt', ({ writtenAt }) => printed(writtenAt)],
  ['actorType', ({ actorType }) => actorType],
  ['actorId', ({ actorId }) => actorId],
  ['actorContact', ({ actorContact }) => actorContact],
  ['actorAddress', ({ actorAddress }) => actorAddress],
  ['actorName', ({ actorName }) => actorName],
  ['approverId', ({ approverId }) => approverId],
  ['approverName', ({ approverName }) => approverName],
  ['approvalId', ({ approvalId }) => approvalId],
  ['requestId', ({ requestId }) => requestId],
  ['operationId', ({ operationId }) => operationId],
  ['entityType', ({ entityType }) => entityType],
  ['entityId', ({ entityId }) => entityId],
  ['action', ({ action }) => action],
  ['before', ({ before }) => before],
  ['after', ({ after }) => after],
  ['previousHash', ({ previousHash }) => previousHash?.toString('hex') ?? null],
  ['hash', ({ hash }) => hash?.toString('hex') ?? null],
  ['erasedHash', ({ erasedHash }) => erasedHash?.toString('hex') ?? null],
  ['sealedText', ({ sealedText }) => sealedText],
];

function printed(at: Temporal.Instant): string {
  return at.toString({ fractionalSecondDigits: 3 });
}
