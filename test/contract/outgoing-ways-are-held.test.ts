import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { areas } from '#app';
import { OUTGOING_QUEUES } from '#areas/system/outgoing/queues.ts';
import { OUTGOING_KINDS, type OutgoingKind } from '#platform/db/outgoing-hold.ts';
import { createMailer } from '#platform/mail/create-mailer.ts';
import { outbound } from '#platform/outbound/outbound.ts';
import type { Permit } from '#platform/outbound/permit.ts';

const SRC = join(import.meta.dirname, '../../src');
const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map((name) => ({ name, text: readFileSync(join(SRC, name), 'utf8') }));
const named = (form: RegExp) =>
  files
    .filter(({ text }) => form.test(text))
    .map(({ name }) => name)
    .sort();

/** Names that open connections, from their modules and without. */
const CONNECTING = [
  /import \{[^}]*\b(?:request|get)\b[^}]*\} from 'node:https?'/,
  /import \{[^}]*\b(?:connect|createConnection|createSocket)\b[^}]*\} from 'node:(?:net|tls|dgram|http2)'/,
  /\bcreateTransport\b/,
  /\bfetch\(\w+, \{|\bundici\b|new WebSocket\(/,
];

/** Whoever connects to another machine, and why that may happen without a permit. */
const CONNECTS: Record<string, string> = {
  'platform/outbound/outbound.ts': 'requires a permit',
  'platform/mail/smtp-mailer.ts': 'is only reached through createMailer, which requires a permit',
  'platform/files/s3-bucket.ts': 'the storage of the deployment itself: it tells nobody anything',
};

it('whatever connects to another machine requires a permit, or says why not', () => {
  expect(files.length).toBeGreaterThan(1000);
  const connecting = [...new Set(CONNECTING.flatMap(named))].sort();
  expect(connecting).toEqual(Object.keys(CONNECTS).sort());
  expect(named(/smtp-mailer\.ts'/)).toEqual(['platform/mail/create-mailer.ts']);
});

it('only workers that read the hold get a permit, and people who sign in', () => {
  expect(named(/\b(?:requestPermit|permitNewMessages)\b/)).toEqual([
    'platform/outbound/permit.ts',
    'platform/outbound/start-outgoing.ts',
  ]);
  expect(named(/\bSIGN_IN\b(?!')/)).toEqual([
    'areas/users/oidc/provider-client.ts',
    'platform/outbound/permit.ts',
  ]);
  // Each names its kind, so this is where a new way appears.
  const workers = files.flatMap(({ name, text }) => {
    const found = /\boutgoing: '(\w+)'/.exec(text);
    return found ? [[name.split('/')[1], found[1]]] : [];
  });
  expect(workers.sort()).toEqual([
    ['finalization-hooks', 'WEBHOOKS'],
    ['mails', 'MAIL'],
    ['payment-requests', 'CHARGES'],
    ['webhooks', 'WEBHOOKS'],
  ]);
});

it('an operator sees, releases and wakes every queue by which something leaves', () => {
  const sending = areas.filter(({ name }) =>
    files.some((each) => each.name.startsWith(`areas/${name}/`) && /\boutgoing: '/.test(each.text)),
  );
  expect(OUTGOING_QUEUES.map(({ task }) => task).sort()).toEqual(
    sending.map(({ background }) => background?.task).sort(),
  );
  expect([...new Set(OUTGOING_QUEUES.map(({ kind }) => kind))].sort()).toEqual([...OUTGOING_KINDS].sort());
});

it('nothing passes without a permit, with a forged one, or with that of something else', async () => {
  const gate = outbound({ rules: { isHttpAllowed: true, arePrivateTargetsAllowed: true } });
  const forged = (kind: OutgoingKind) => ({ kind }) as Permit;
  expect(() => gate.through(forged('WEBHOOKS'))).toThrow('without a permit');
  expect(() => gate.through(undefined as never)).toThrow();
  const mailer = createMailer(
    { smtpUrl: null, from: { name: 'A', address: 'a@b.example' }, isSandboxSent: true },
    { captureFolder: '/nonexistent' },
  );
  const mail = { permit: forged('MAIL'), message: {} as never, recipients: [] };
  await expect(mailer.send('CAPTURE', mail)).rejects.toThrow('without a permit');
});
