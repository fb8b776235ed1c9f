import type { Decimal } from '#core/decimal.ts';
import type { Tx } from './database.ts';

/** Kinds of effects that an organization may let a second person approve. */
export const EFFECT_KINDS = ['FINALIZATION', 'REFUND', 'DELETION', 'ACCESS'] as const;
export type EffectKind = (typeof EFFECT_KINDS)[number];

export const EFFECT_ACTIONS = [
  ...(['ISSUE_INVOICE', 'ISSUE_AUTOMATICALLY'] as const),
  ...(['CREDIT_NOTE', 'REFUND_PAYMENT', 'REVERSE_PAYMENT', 'CONVERT_WALLET', 'GRANT_CREDIT'] as const),
  ...(['VOID_INVOICE', 'WRITE_OFF'] as const),
  ...(['DELETE', 'GIVE_ROLE', 'CHANGE_ROLE', 'CHANGE_LOGIN', 'LOOSEN_POLICY'] as const),
] as const;
export type EffectAction = (typeof EFFECT_ACTIONS)[number];

/** An effect of a request that a second person may have to approve. */
export interface Effect {
  kind: EffectKind;
  action: EffectAction;
  /** The resource that it concerns; null for one that the request itself creates. */
  subject: { type: string; id: string } | null;
  accountId: string | null;
  /** The amount at stake, 0 or more; null if it is not money, or not known in advance. */
  money: { amount: Decimal; currency: string } | null;
}

interface Noted {
  effects: Effect[];
  /** Ids of resources that the transaction has created. */
  created: Set<string>;
}

const notes = new WeakMap<Tx, Noted>();

/** From now on the transaction collects effects, because it is that of a request. */
export function watchEffects(tx: Tx): void {
  notes.set(tx, { effects: [], created: new Set() });
}

/** Whether the transaction is that of a request, not of scheduled work. */
export function isWatched(tx: Tx): boolean {
  return notes.has(tx);
}

/**
 * Notes an effect in the transaction of a request, beside the statement that makes it; this costs no
 * statement. Scheduled work notes nothing.
 */
export function noteEffect(tx: Tx, effect: Effect): void {
  notes.get(tx)?.effects.push(effect);
}

/** Notes a resource that the request creates: its id differs when the request is executed again. */
export function noteCreated(tx: Tx, id: string): void {
  notes.get(tx)?.created.add(id);
}

/**
 * The effects so far: of those of one kind on one resource, the last. Resources that the request has created
 * have no id.
 */
export function listEffects(tx: Tx): Effect[] {
  const { effects = [], created = new Set() } = notes.get(tx) ?? {};
  const last = new Map<unknown, Effect>();
  for (const effect of effects) {
    const { kind, subject } = effect;
    const isNew = subject === null || created.has(subject.id);
    if (isNew) last.set(effect, { ...effect, subject: null });
    else last.set(`${kind} ${subject.type} ${subject.id}`, effect);
  }
  return [...last.values()];
}

export function countEffects(tx: Tx): number {
  return notes.get(tx)?.effects.length ?? 0;
}

/** Drops the effects after the first `count`, which were rolled back. */
export function truncateEffects(tx: Tx, count: number): void {
  notes.get(tx)?.effects.splice(count);
}
