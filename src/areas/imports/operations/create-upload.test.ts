import { describe, expect, it } from 'vitest';
import { sendTo, upload } from '#test/import-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();

describe('POST /ext/v1/uploads', () => {
  it('201 and a link that takes a file, which is then one of the organization', async () => {
    const reply = await service.sandbox.post('/ext/v1/uploads');
    expect(reply.status).toBe(201);
    expect(reply.body).toEqual({
      ...{ fileId: expect.stringMatching(/^file\./), uploadUrl: expect.stringContaining('/f/file.') },
      expiresAt: expect.stringMatching(/Z$/),
    });
    expect((await service.sandbox.get(`/files/${reply.body.fileId}`)).status).toBe(404);
    expect(await sendTo(service, reply.body.uploadUrl, 'id\n1\n')).toEqual({
      ...{ status: 200, text: JSON.stringify({ fileId: reply.body.fileId }) },
    });
    const { downloadUrl } = await service.sandbox.must.get(`/files/${reply.body.fileId}/download_url`);
    const { pathname, search } = new URL(downloadUrl);
    const { body } = await service.app.server.inject({ method: 'GET', url: pathname + search });
    expect(body).toBe('id\n1\n');
    expect((await service.production.get(`/files/${reply.body.fileId}`)).status).toBe(404);
  });

  it('the same bytes again change nothing, others are rejected', async () => {
    const { uploadUrl } = await service.sandbox.must.post('/ext/v1/uploads');
    expect((await sendTo(service, uploadUrl, 'a\n')).status).toBe(200);
    expect((await sendTo(service, uploadUrl, 'a\n')).status).toBe(200);
    const other = await sendTo(service, uploadUrl, 'b\n');
    expect([other.status, other.text]).toEqual([
      409,
      expect.stringContaining('already has a different file'),
    ]);
  });

  it.each<[string, (link: string) => string]>([
    ['for reading', (link) => link.replace(/s=.+/, 's=x')],
    ['of another organization', (link) => link.replace(/o=\d+/, 'o=99')],
    ['of another file', (link) => link.replace('/f/file.', '/f/file.x')],
    ['that ends later', (link) => link.replace(/e=(\d+)/, (_, at) => `e=${Number(at) + 1}`)],
  ])('403 for a link %s', async (_, change) => {
    const { uploadUrl } = await service.sandbox.must.post('/ext/v1/uploads');
    expect((await sendTo(service, change(uploadUrl), 'a\n')).status).toBe(403);
  });

  it('403 for a link that was made for reading', async () => {
    const id = await upload(service, service.sandbox, 'a\n');
    const { downloadUrl } = await service.sandbox.must.get(`/files/${id}/download_url`);
    expect((await sendTo(service, downloadUrl, 'b\n')).status).toBe(403);
  });

  it('413 for more than 50 MiB, and 400 for nothing', async () => {
    const { uploadUrl } = await service.sandbox.must.post('/ext/v1/uploads');
    const large = await sendTo(service, uploadUrl, Buffer.alloc(50 * 1024 * 1024 + 1, 'a'));
    expect([large.status, large.text]).toEqual([413, expect.stringContaining('50 MiB')]);
    expect((await sendTo(service, uploadUrl, '')).status).toBe(400);
    expect((await sendTo(service, uploadUrl, 'a\n')).status).toBe(200);
  });

  it('is gone after 7 days', async () => {
    await service.sandbox.setClock('2030-01-01T00:00:00Z');
    const id = await upload(service, service.sandbox, 'a\n');
    await service.sandbox.setClock('2030-01-07T23:59:59Z');
    expect((await service.sandbox.get(`/files/${id}`)).status).toBe(302);
    await service.sandbox.setClock('2030-01-08T00:00:00Z');
    expect((await service.sandbox.get(`/files/${id}`)).status).toBe(404);
  });
});
