import type { Effect } from '../db/effects.ts';
import type { Problem } from '../problem.ts';
import type { Context, Operation } from './operation.ts';

/** A request that waits for approval, as it was sent, so that it can be executed later. */
export interface HeldRequest {
  operation: Operation;
  /** The path with the query. */
  url: string;
  baseUrl: string;
  /** The text of the body; null without one. */
  body: string | null;
  ifMatch: string | null;
  /** Null without an Idempotency-Key. */
  idempotency: { key: string; bodyHash: Buffer } | null;
  /** What it would do. */
  effects: readonly Effect[];
}

/** Decides which requests wait for a second person. The approvals area provides it. */
export interface ApprovalGate {
  /** Whether a request with these effects has to wait, by the policy of its organization. */
  needsApproval(context: Context, effects: readonly Effect[]): Promise<boolean>;
  /** Stores a request that has to wait, and returns what its caller is told. */
  hold(context: Context, request: HeldRequest): Promise<Problem>;
}

/** Thrown at the end of a request that has to wait: everything that it did is rolled back. */
export class NeedsApproval extends Error {
  override readonly name = 'NeedsApproval';
  readonly effects: readonly Effect[];

  constructor(effects: readonly Effect[]) {
    super('the request has to wait for approval');
    this.effects = effects;
  }
}
