import { beforeAll, describe, expect, it } from 'vitest';
import { keepExampleFile } from '#test/kept-file.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
let id: string;
beforeAll(async () => {
  id = await keepExampleFile(service, { name: 'report.csv', bytes: Buffer.from('x') });
});
const lifeOf = (link: string) =>
  Number(new URL(link, 'http://x').searchParams.get('e')) - Math.floor(Date.now() / 1000);

describe('GET /files/{file_id}/download_url', () => {
  it.each([
    // query       seconds of life
    ['', 900],
    ['?expiry=60', 60],
    ['?expiry=86400', 86_400],
  ])('200 and a link%s of %d seconds', async (query, seconds) => {
    const { status, body } = await service.sandbox.get(`/files/${id}/download_url${query}`);
    expect([status, Object.keys(body)]).toEqual([200, ['downloadUrl']]);
    expect(Math.abs(lifeOf(body.downloadUrl) - seconds)).toBeLessThanOrEqual(5);
    expect((await service.app.server.inject({ url: body.downloadUrl })).body).toBe('x');
  });

  it.each([
    ['59', 'expiry: must be at least 60'],
    ['86401', 'expiry: must be at most 86400'],
    ['1.5', 'expiry: must be an integer'],
    ['soon', 'expiry: must be an integer'],
  ])('400 for an expiry of %s', async (expiry, message) => {
    const { status, body } = await service.sandbox.get(`/files/${id}/download_url?expiry=${expiry}`);
    expect([status, body.message.split('; ')[0]]).toEqual([400, message]);
  });

  it('404 for an id that nobody has', async () => {
    const { status, body } = await service.sandbox.get('/files/file.nobody/download_url');
    expect([status, body]).toEqual([404, { message: 'file file.nobody not found' }]);
  });
});
