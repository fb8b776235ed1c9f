import { expect, it } from 'vitest';
import { holdAll } from '#test/hold-scenario.ts';
import { issueManual, mailsOf, openReader } from '#test/mail-scenario.ts';
import { mailAt, useMailSink } from '#test/mail-sink.ts';
import { runTool } from '#test/run-command.ts';
import { useService } from '#test/running-app.ts';
import { soon } from '#test/webhook-receiver.ts';

/** The commands of docs/outgoing-hold.md, on a machine without a browser. */
const service = useService({}, { own: 'a hold concerns the whole deployment' });
const sink = useMailSink();
const run = (...args: string[]) =>
  runTool('outgoing', { args, env: { DATABASE_URL: service.databaseUrl, LOG_LEVEL: 'silent' } });
const send = () => mailAt(service, soon(), { smtpUrl: sink.url });

it('status, discard and release say what they did, and the audit log who did it', async () => {
  const client = service.sandbox;
  await client.setClock('2030-01-01T00:00:00Z');
  expect(await run('status')).toMatchObject({ code: 0, output: expect.stringContaining('Nothing is held.') });
  const invoice = await issueManual(client, await openReader(client));
  await holdAll(service, 'restored from the backup of the night');
  await issueManual(client, await openReader(client));
  const status = await run('status');
  expect(status.output).toMatch(
    /^MAIL {5}held since \S+ \(restored from the backup of the night\); waiting: 2, 1 of them from before$/m,
  );
  expect(status.output).toContain('  default sandbox: 2 mails');

  expect((await run('discard', 'MAIL')).output).toMatch(/^Discarded: 1$/m);
  expect((await mailsOf(client, invoice.id))[0].status).toBe('FAILED');
  await send();
  expect(sink.received).toHaveLength(0);
  const released = await run('release', 'MAIL', 'WEBHOOKS', 'CHARGES');
  expect(released.output).toMatch(/^MAIL {5}not held, released by \S+ \(command\)$/m);
  await send();
  expect(sink.received).toHaveLength(1);
  const { data } = await service.production.must.get('/ext/v1/audit_log?entity_type=OUTGOING_DECISION');
  expect(data).toMatchObject([
    { after: { decision: 'RELEASED', kinds: ['MAIL', 'WEBHOOKS', 'CHARGES'] } },
    { after: { decision: 'DISCARDED', pieces: 1 }, actor: { type: 'SYSTEM', id: 'command outgoing' } },
  ]);
});

it.each([
  [[], 'npm run outgoing -- status'],
  [['release'], 'npm run outgoing -- status'],
  [['release', 'FAX'], 'npm run outgoing -- status'],
  [['discard', 'CHARGES'], 'Charges cannot be discarded'],
  [['discard', 'MAIL'], 'MAIL is not held'],
])('%j is an error that says why', async (args, expected) => {
  const { code, output } = await run(...args);
  expect([code, output]).toEqual([1, expect.stringContaining(expected)]);
});
