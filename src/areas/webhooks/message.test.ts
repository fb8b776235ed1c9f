import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { signedHeaders } from '#platform/outbound/signed-message.ts';
import { MAX_BODY_BYTES, type MessageEvent, messageBody } from './message.ts';

const ORG = { id: 'acme', environment: 'production' } as const;
const EVENT: MessageEvent = {
  ...{ id: 'evt.1', type: 'invoice.due', kind: 'invoice', resourceId: 'inv.1', sequence: 2 },
  at: Temporal.Instant.from('2024-01-01T00:00:00Z'),
  object: '{"id":"inv.1","totalAmount":0.1000000000000000055}',
  previous: '{"status":"DRAFT"}',
};
/** `whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw`, the example of the Standard Webhooks documentation. */
const KEY = Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64');

interface Receiver {
  isGenuine(headers: Record<string, string>, body: string, secret: string): boolean;
}

describe('the signature', () => {
  it('is the one of the documentation of Standard Webhooks', () => {
    const message = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', body: '{"test": 2432232314}' };
    const at = Temporal.Instant.from('2021-02-25T05:41:15Z').add({ seconds: 1_614_265_330 - 1_614_231_675 });
    expect(signedHeaders(message, { keys: [KEY], at })).toMatchObject({
      'webhook-id': message.id,
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
  });

  it('is genuine to the receiver of docs/webhooks.md, and nothing else is', async () => {
    const text = await readFile(new URL('../../../docs/webhooks.md', import.meta.url), 'utf8');
    const code = /```js\n(.*?)```/s.exec(text)?.[1] ?? '';
    const url = `data:text/javascript,${encodeURIComponent(code)}`;
    const { isGenuine } = (await import(/* @vite-ignore */ url)) as Receiver;
    const body = '{"a":"ü"}';
    const secret = `whsec_${KEY.toString('base64')}`;
    const at = Temporal.Now.instant();
    const signed = (keys: Buffer[], time = at) => signedHeaders({ id: 'evt.1', body }, { keys, at: time });
    const other = Buffer.from('other');
    expect([
      isGenuine(signed([KEY]), body, secret),
      isGenuine(signed([other, KEY]), body, secret),
      isGenuine(signed([other]), body, secret),
      isGenuine(signed([KEY]), `${body} `, secret),
      isGenuine({ ...signed([KEY]), 'webhook-id': 'evt.2' }, body, secret),
      isGenuine(signed([KEY], at.subtract({ minutes: 6 })), body, secret),
    ]).toEqual([true, true, false, false, false, false]);
  });

  it('is two of them while a secret is replaced, and of the time of the attempt', () => {
    const other = Buffer.from('other');
    const at = EVENT.at.add({ milliseconds: 999 });
    const both = signedHeaders({ id: 'a', body: '{}' }, { keys: [KEY, other], at });
    const signatureBy = (key: Buffer) =>
      signedHeaders({ id: 'a', body: '{}' }, { keys: [key], at })['webhook-signature'];
    expect(both['webhook-signature']).toBe(`${signatureBy(KEY)} ${signatureBy(other)}`);
    expect(both['webhook-timestamp']).toBe('1704067200');
  });
});

describe('the body', () => {
  it('has the members of the envelope, and numbers as they were', () => {
    expect(messageBody(ORG, EVENT)).toBe(
      '{"type":"invoice.due","timestamp":"2024-01-01T00:00:00.000Z","organizationId":"acme",' +
        '"environment":"live","data":{"object":{"id":"inv.1","totalAmount":0.1000000000000000055},' +
        '"previous":{"status":"DRAFT"},"sequence":2}}',
    );
    expect(JSON.parse(messageBody({ ...ORG, environment: 'sandbox' }, EVENT)).environment).toBe('sandbox');
  });

  it('says id and kind where the object is not known', () => {
    const { data } = JSON.parse(messageBody(ORG, { ...EVENT, object: null, previous: null }));
    expect(data).toEqual({ object: { id: 'inv.1', type: 'invoice' }, sequence: 2, truncated: true });
  });

  it('is cut where it would be longer than 256 KiB, to the byte', () => {
    const withText = (length: number) => ({ ...EVENT, previous: null, object: `"${'x'.repeat(length)}"` });
    const overhead = Buffer.byteLength(messageBody(ORG, withText(0)));
    const whole = messageBody(ORG, withText(MAX_BODY_BYTES - overhead));
    expect([Buffer.byteLength(whole), JSON.parse(whole).data.truncated]).toEqual([262_144, undefined]);
    const cut = messageBody(ORG, withText(MAX_BODY_BYTES - overhead + 1));
    expect(JSON.parse(cut).data).toEqual({
      object: { id: 'inv.1', type: 'invoice' },
      ...{ sequence: 2, truncated: true },
    });
  });
});
