import { describe, expect, it } from 'vitest';
import { beginPasskeyLogin } from '#test/passkeys.ts';
import { addPerson, asOwner, sendAsPage } from '#test/people.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const PATH = '/ext/v1/sessions/passkey_options';

describe('POST /ext/v1/sessions/passkey_options', () => {
  it('201 with what says nothing about anybody, and a cookie that other sites do not send', async () => {
    await addPerson(service);
    const { status, body, headers } = await sendAsPage(service, PATH, {});
    expect([status, Object.keys(body)]).toEqual([201, ['options']]);
    expect(body.options).toMatchObject({ rpId: 'localhost', userVerification: 'required' });
    expect(body.options.allowCredentials ?? []).toEqual([]);
    expect(headers['set-cookie']).toMatch(
      /^tallymark_login=[\w-]{43}; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/,
    );
  });

  it('201 with another challenge each time, and the same cookie in the same browser', async () => {
    const { options, browser } = await beginPasskeyLogin(service);
    const headers = { cookie: `tallymark_login=${browser}` };
    const again = await sendAsPage(service, PATH, { headers });
    expect(again.body.options.challenge).not.toBe(options.challenge);
    expect(String(again.headers['set-cookie'])).toContain(`tallymark_login=${browser};`);
  });

  it('403 without the header of pages, and for a page of another site', async () => {
    const page = { 'sec-fetch-site': 'cross-site' };
    expect((await sendAsPage(service, PATH, { headers: page })).status).toBe(403);
    expect((await service.production.post(PATH, undefined)).status).toBe(403);
  });

  it('deletes challenges that are over', async () => {
    await beginPasskeyLogin(service);
    await asOwner(service, (owner) =>
      owner.query(`update passkey_challenges set expires_at = now() - interval '1 second'`),
    );
    await beginPasskeyLogin(service);
    const { rows } = await asOwner(service, (owner) => owner.query('select from passkey_challenges'));
    expect(rows).toHaveLength(1);
  });
});
