import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface MigrationFile {
  readonly name: string;
  readonly text: string;
  /** SHA-256 of the text, hexadecimal. */
  readonly checksum: string;
  /**
   * Whether processes of the release before may run beside it and after it: the header `-- beside: yes` or
   * `no`. Null in those from before that rule, and the same as no.
   */
  readonly beside: boolean | null;
  /** False with the header `-- transaction: none`, for the one statement of the file. */
  readonly isTransaction: boolean;
}

export interface AppliedMigration {
  readonly name: string;
  readonly checksum: string;
  readonly beside?: boolean | null;
}

/**
 * Reads the numbered `.sql` files in order. Throws when a name is malformed or the numbers are not 1, 2, 3, …
 */
export async function readMigrationFiles(directory: string): Promise<MigrationFile[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort();
  names.forEach((name, index) => {
    const number = /^(\d{4})_[a-z0-9_]+\.sql$/.exec(name)?.[1];
    if (number === undefined)
      throw new Error(`The name of migration ${name} must have the form 0001_what_it_makes.sql.`);
    const expected = index + 1;
    if (Number(number) < expected)
      throw new Error(`Two migrations have the number ${number}: ${names[index - 1]} and ${name}.`);
    if (Number(number) > expected) throw new Error(`Migration number ${expected} is missing before ${name}.`);
  });
  return await Promise.all(names.map((name) => readMigrationFile(directory, name)));
}

/** The migrations of a database are not those of this release. */
export class UnknownSchema extends Error {}

/**
 * The files still to apply. Throws `UnknownSchema` when applied migrations do not match the files: one was
 * changed, removed or inserted, or a newer release applied one that does not let this release run.
 */
export function findPending(
  files: readonly MigrationFile[],
  applied: readonly AppliedMigration[],
): readonly MigrationFile[] {
  for (const [index, { name, checksum }] of applied.entries()) {
    const file = files.find((candidate) => candidate.name === name);
    if (!file) {
      if (isNewer(name, files) && applied.slice(index).every(({ beside }) => beside === true)) return [];
      throw new UnknownSchema(
        `The database has migration ${name}, which this release does not know. ` +
          'It was migrated by a newer release, or the file was removed. Start that release; ' +
          'docs/upgrades.md says how to go back.',
      );
    }
    if (file.checksum !== checksum) {
      throw new UnknownSchema(
        `Migration ${name} was changed after it was applied. Restore the file, and put the change ` +
          'into a new migration.',
      );
    }
    if (files[index] !== file)
      throw new UnknownSchema(
        `Migration ${files[index]?.name} was added before ${name}, which is already applied. Give it ` +
          'the next free number.',
      );
  }
  return files.slice(applied.length);
}

/** Applied migrations of a newer release, which let this one run. */
export function listNewer(files: readonly MigrationFile[], applied: readonly AppliedMigration[]): string[] {
  return applied.map(({ name }) => name).filter((name) => isNewer(name, files));
}

function isNewer(name: string, files: readonly MigrationFile[]): boolean {
  return name > (files.at(-1)?.name ?? '');
}

async function readMigrationFile(directory: string, name: string): Promise<MigrationFile> {
  const text = await readFile(join(directory, name), 'utf8');
  const beside = /^-- beside: (yes|no)$/m.exec(text)?.[1];
  const checksum = createHash('sha256').update(text).digest('hex');
  const isTransaction = !/^-- transaction: none$/m.test(text);
  return { name, text, checksum, isTransaction, beside: beside === undefined ? null : beside === 'yes' };
}
