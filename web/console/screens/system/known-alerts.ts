/** Alerts that the catalogs have a sentence for. */
const KNOWN = [
  'TallymarkWritesRefused',
  'TallymarkRecovering',
  'TallymarkCommitWait',
  'TallymarkWorkLate',
  'TallymarkQueueStuck',
  'TallymarkWorkOnHold',
  'TallymarkAuditMismatch',
  'TallymarkBackupOld',
  'TallymarkVerificationFailed',
  'TallymarkLogArchiveLate',
  'TallymarkBackupFailed',
  'TallymarkOutgoingHeld',
  'TallymarkDiskFull',
  'TallymarkLockWait',
  'TallymarkOutboxStuck',
  'TallymarkAuditOld',
] as const;

/** A newer service may have others, which keep their names. */
export function isKnownAlert(name: string): name is (typeof KNOWN)[number] {
  return (KNOWN as readonly string[]).includes(name);
}
