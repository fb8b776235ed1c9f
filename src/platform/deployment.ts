import type { Tx } from './db/database.ts';
import type { Outbox } from './db/outbox-state.ts';
import type { Quotas } from './db/quotas.ts';
import type { SignedLinks } from './files/signed-links.ts';
import type { FileStorage } from './files/storage.ts';
import type { Actor, Org } from './http/operation.ts';
import type { TokenSigner } from './http/signed-tokens.ts';
import type { Mailer } from './mail/mailer.ts';
import type { Outbound } from './outbound/outbound.ts';
import type { Ask } from './questions.ts';
import type { Sealing } from './sealing.ts';
import type { WorkerPool } from './workers/pool.ts';

export interface Alarm {
  /** Such as `USAGE_MISMATCH`. */
  kind: string;
  org: Org;
  /** What was found, for the log. */
  details: Readonly<Record<string, unknown>>;
}

/**
 * What the deployment lends to handlers besides the transaction: keys and places that are not the
 * organization's.
 */
export interface Deployment {
  links: SignedLinks;
  files: FileStorage;
  /**
   * A transaction of its own beside the one that runs: what it writes stays, whatever becomes of that. It
   * writes what nobody waits for, in few statements.
   */
  beside<T>(org: Pick<Org, 'orgId'>, run: (tx: Tx) => Promise<T>): Promise<T>;
  /** The address under which callers reach the service; null: nobody has said. */
  readonly publicUrl: string | null;
  /** Prefix of the platform's own names on the wire, as in the reserved schema `<prefix>-usage`. */
  readonly wirePrefix: string;
  /** How many of each thing an organization may have. */
  readonly quotas: Quotas;
  /** The shapes of older clients where the interface document differs (`Declaration.response.legacyBody`). */
  readonly isWireLegacy: boolean;
  /** Days after which stored events are deleted; null keeps them. */
  readonly eventRetentionDays: number | null;
  /** Every request has a transaction of its own: to measure what groups are worth. */
  readonly isGroupCommitOff: boolean;
  /** The number of this process among those that share the database; rows of hot sums are its own by it. */
  slot(): number;
  /** Signs tokens in the name of the deployment. */
  signer: TokenSigner;
  /** Keeps secrets that have to be read again. */
  readonly sealing: Sealing;
  /** Speaks to addresses that tenants chose. */
  readonly outbound: Outbound;
  /** Sends mails, or captures them. */
  readonly mailer: Mailer;
  /** Does heavy work on untrusted input away from the event loop. */
  readonly workers: WorkerPool;
  issueToken(actor: Actor): Promise<string>;
  /** Asks the area that answers a question. */
  readonly ask: Ask;
  /** Tells the operator that stored data are not as they have to be: an error in the log, and a count. */
  raiseAlarm(alarm: Alarm): void;
  /** Counts an attempt to send something, by what it came to. */
  countAttempt(outbox: Outbox, outcome: string): void;
}
