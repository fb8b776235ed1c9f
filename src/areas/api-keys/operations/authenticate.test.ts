import { createPublicKey, verify } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { client, useService } from '#test/running-app.ts';

const service = useService();
const send = (headers: Record<string, string>) =>
  service.app.server.inject({ method: 'POST', url: '/authenticate', headers });
const decode = (part: string | undefined) => JSON.parse(Buffer.from(part ?? '', 'base64url').toString());

describe('POST /authenticate', () => {
  it('200 and a token for 24 hours that acts for the key', async () => {
    const { status, body } = await service.production.post('/authenticate');
    expect([status, Object.keys(body)]).toEqual([200, ['token']]);
    const claims = decode(body.token.split('.')[1]);
    expect(claims).toMatchObject({ iss: 'tallymark', aud: 'api', org: 'default', env: 'production' });
    expect(claims.exp - claims.iat).toBe(24 * 60 * 60);
    expect((await client(service.app, '', body.token).get('/addons')).status).toBe(200);
  });

  it('200 with a signature that the published key verifies', async () => {
    const { token } = await service.production.must.post('/authenticate');
    const [header, claims, signature] = token.split('.');
    const { keys } = (await service.production.get('/.well-known/jwks.json')).body;
    expect(decode(header)).toEqual({ alg: 'ES256', typ: 'JWT', kid: keys[0].kid });
    const key = createPublicKey({ key: keys[0], format: 'jwk' });
    const signed = Buffer.from(`${header}.${claims}`);
    const isRight = verify(
      'sha256',
      signed,
      { key, dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    );
    expect(isRight).toBe(true);
  });

  it('200 and the same token for a token', async () => {
    const { token } = await service.production.must.post('/authenticate');
    expect(await client(service.app, '', token).must.post('/authenticate')).toEqual({ token });
  });

  it('200 with the key in X-API-Key, here and nowhere else', async () => {
    const headers = { 'x-api-key': service.production.key };
    expect((await send(headers)).statusCode).toBe(200);
    expect((await service.app.server.inject({ url: '/addons', headers })).statusCode).toBe(401);
  });

  it('401 with another key there, or a bearer header that is wrong beside a right one', async () => {
    expect((await send({ 'x-api-key': 'sk_live_unknown' })).statusCode).toBe(401);
    expect((await send({ 'x-api-key': service.production.key, authorization: 'Bearer x' })).statusCode).toBe(
      401,
    );
  });

  it('400 with a body', async () => {
    expect((await service.production.post('/authenticate', { a: 1 })).status).toBe(400);
  });
});
