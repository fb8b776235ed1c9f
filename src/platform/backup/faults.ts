/** A backup or a restore that cannot go on; the message tells the operator what to do. */
export class BackupFault extends Error {
  override name = 'BackupFault';
}
