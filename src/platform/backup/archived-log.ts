import { hex, instantOf, parseSegment } from './names.ts';
import type { BackupTarget } from './target.ts';

/** A file of the write-ahead log in the target: `wal/<timeline>/<name>.<instant>.<checksum>.zst.age`. */
export interface ArchivedFile {
  key: string;
  name: string;
  timeline: number;
  /** Null for files that are no segments, such as histories of timelines. */
  number: number | null;
  /** Everything that was acknowledged before is in this segment, or in an earlier one. */
  until: Temporal.Instant;
  /** The beginning of the SHA-256 of its content, hex. */
  checksum: string;
  sizeBytes: number;
}

const KEY = /^wal\/[0-9A-F]{8}\/([0-9A-F]{8}[0-9A-Za-z.]*?)\.(\d{8}T\d{9}Z)\.([0-9a-f]{16})\.zst\.age$/;

export const CHECKSUM_DIGITS = 16;

export function archivedKey(name: string, stamp: string, checksum: string): string {
  return `wal/${name.slice(0, 8)}/${name}.${stamp}.${checksum.slice(0, CHECKSUM_DIGITS)}.zst.age`;
}

export function parseArchived(key: string, sizeBytes: number): ArchivedFile | null {
  const [, name = '', stamp = '', checksum = ''] = KEY.exec(key) ?? [];
  if (name === '') return null;
  const timeline = Number.parseInt(name.slice(0, 8), 16);
  const number = parseSegment(name)?.number ?? null;
  return { key, name, timeline, number, until: instantOf(stamp), checksum, sizeBytes };
}

/** All of them, or those of one timeline, in the order of their names. */
export async function listArchived(target: BackupTarget, timeline?: number): Promise<ArchivedFile[]> {
  const found: ArchivedFile[] = [];
  for await (const { key, sizeBytes } of target.list(
    timeline === undefined ? 'wal/' : `wal/${hex(timeline)}/`,
  )) {
    const file = parseArchived(key, sizeBytes);
    if (file) found.push(file);
  }
  return found;
}

export const isHistory = ({ name }: Pick<ArchivedFile, 'name'>): boolean => name.endsWith('.history');
