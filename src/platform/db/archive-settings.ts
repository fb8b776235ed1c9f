/**
 * Server settings of a database whose log is archived. Every start needs them, also that of a command: what
 * it writes without them would be missing from the archive. PostgreSQL keeps each complete segment until the
 * service has stored it and has marked it as done; no other program copies anything.
 */
export function archiveSettings(isArchived: boolean): Readonly<Record<string, string>> {
  return isArchived ? { archive_mode: 'on', archive_command: '', archive_timeout: '60s' } : {};
}
