import { describe, expect, it } from 'vitest';
import { useService } from '#test/running-app.ts';

const service = useService();

describe('GET /ext/v1/webhooks', () => {
  it('200 by status and search, without secrets; 400 for what is no filter', async () => {
    const { sandbox } = service;
    for (const [name, status] of [
      ['one', 'ACTIVE'],
      ['two', 'DISABLED'],
    ])
      await sandbox.must.post('/ext/v1/webhooks', { url: `https://${name}.example/`, types: ['*'], status });
    const urls = async (query: string) => {
      const { data } = await sandbox.must.get(`/ext/v1/webhooks?${query}`);
      return data.map(({ url }: { url: string }) => url).sort();
    };
    expect(await urls('')).toEqual(['https://one.example/', 'https://two.example/']);
    expect(await urls('status=DISABLED')).toEqual(['https://two.example/']);
    expect(await urls('_search=one')).toEqual(['https://one.example/']);
    expect((await sandbox.get('/ext/v1/webhooks')).text).not.toContain('secret');
    expect((await sandbox.get('/ext/v1/webhooks?status=GONE')).status).toBe(400);
    expect((await sandbox.get('/ext/v1/webhooks?pageSize=101')).status).toBe(400);
  });
});
