import { expect } from 'vitest';
import type { Reply } from './running-app.ts';

/** Sends an example request with these members replaced. */
export type SendWith = (members: Record<string, unknown>) => Promise<Reply>;

/** A rejected value, and its error message. */
export type BadValue = readonly [value: unknown, message: string | RegExp];

/** One member of a body at its limits: values that just fit, and values that just do not. */
export async function expectBorders(
  send: SendWith,
  member: string,
  { fits, rejected }: { fits: readonly unknown[]; rejected: readonly BadValue[] },
): Promise<void> {
  for (const value of fits) {
    const { status, text } = await send({ [member]: value });
    expect(status, `${member} = ${show(value)}: ${text.slice(0, 300)}`).toBeLessThan(300);
  }
  for (const [value, message] of rejected) {
    const reply = await send({ [member]: value });
    expectRejected(reply, 400, message);
  }
}

/** Expects exactly the error body of the interface document. */
export function expectRejected(reply: Reply, status: number, message: string | RegExp): void {
  expect([reply.status, reply.body?.message]).toEqual([
    status,
    typeof message === 'string' ? message : expect.stringMatching(message),
  ]);
  expect(Object.keys(reply.body)).toEqual(['message']);
  expect([...reply.body.message].length).toBeLessThanOrEqual(500);
}

/** Sends a required member absent, and as null. */
export async function expectRequired(send: SendWith, members: readonly string[]): Promise<void> {
  for (const member of members) {
    expectRejected(await send({ [member]: undefined }), 400, `${member}: is required`);
    expect((await send({ [member]: null })).status, `${member} = null`).toBe(400);
  }
}

export const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
export const DATE = /^\d{4}-\d\d-\d\d$/;
export const anInstant = expect.stringMatching(INSTANT);

const show = (value: unknown) => JSON.stringify(value)?.slice(0, 80) ?? 'nothing';
