import type { Tx } from './db/database.ts';
import type { Outbox } from './db/outbox-state.ts';
import type { Quotas } from './db/quotas.ts';
import type { SignedLinks } from './files/signed-links.ts';
import type { FileStorage } from './files/storage.ts';
import type { HostFacts } from './host-facts.ts';
import type { Actor, Operation, Org } from './http/operation.ts';
import type { TokenSigner } from './http/signed-tokens.ts';
import type { Mailer } from './mail/mailer.ts';
import type { OutboundGate } from './outbound/outbound.ts';
import type { CallPort } from './ports.ts';
import type { Sealing } from './sealing.ts';
import type { RequestLogSettings } from './settings/request-log.ts';
import type { SessionLimits } from './settings/session-limits.ts';
import type { WorkerPool } from './workers/pool.ts';

export interface Alarm {
  /** Such as `USAGE_MISMATCH`. */
  kind: string;
  org: Org;
  /** Details for the log. */
  details: Readonly<Record<string, unknown>>;
}

/**
 * What the deployment provides to handlers besides the transaction: keys and services that do not belong to
 * the organization.
 */
export interface Deployment {
  links: SignedLinks;
  files: FileStorage;
  /**
   * Runs a separate transaction beside the current one: its writes stay even if the current one rolls back.
   * It writes rows for which nobody waits, in few statements.
   */
  beside<T>(org: Pick<Org, 'orgId'>, run: (tx: Tx) => Promise<T>): Promise<T>;
  /** The URL under which callers reach the service; null: not configured. */
  readonly publicUrl: string | null;
  /**
   * The URL of the service in mails and on the terminal: `publicUrl`, or else the address on which it
   * listens.
   */
  readonly homeUrl: string;
  /** Tells it where it listens, once it does: the system may have chosen the port. */
  listensOn(address: string): void;
  /** The version of the product. */
  readonly version: string;
  /** The process and its machine. */
  readonly host: HostFacts;
  readonly sessions: SessionLimits;
  readonly requestLog: RequestLogSettings;
  /** Shows a line to the operator at the terminal; without one, nothing happens. */
  notifyOperator(line: string): void;
  /** Prefix of the platform's own names on the wire, as in the reserved schema `<prefix>-usage`. */
  readonly wirePrefix: string;
  /** The most resources of each kind per organization. */
  readonly quotas: Quotas;
  /**
   * Uses the shapes of older clients where they differ from the interface document
   * (`Declaration.response.legacyBody`).
   */
  readonly isWireLegacy: boolean;
  /** Days after which stored events are deleted; null keeps them. */
  readonly eventRetentionDays: number | null;
  /** Gives every request its own transaction, to measure the benefit of group commit. */
  readonly isGroupCommitOff: boolean;
  /**
   * The number of this process among those that share the database; each process has its own rows of hot
   * sums.
   */
  slot(): number;
  /** Signs tokens in the name of the deployment. */
  signer: TokenSigner;
  /** Encrypts secrets that have to be readable again. */
  readonly sealing: Sealing;
  /** Sends requests to URLs that tenants configured. */
  readonly outbound: OutboundGate;
  /** Sends mails, or captures them. */
  readonly mailer: Mailer;
  /** Runs heavy work on untrusted input outside the event loop. */
  readonly workers: WorkerPool;
  issueToken(actor: Actor): Promise<string>;
  /** The operation with this id; null if there is none any more. */
  findOperation(id: string): Operation | null;
  /** Sends a query to the area that handles it. */
  readonly callPort: CallPort;
  /** Alerts the operator to corrupt stored data: an error in the log, and a count. */
  raiseAlarm(alarm: Alarm): void;
  /** Counts an attempt to send something, by outcome. */
  countAttempt(outbox: Outbox, outcome: string): void;
}
