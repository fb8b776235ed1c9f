import { beforeAll, describe, expect, it } from 'vitest';
import { keepExampleFile } from '#test/kept-file.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const bytes = Buffer.from('a,b\n1,2\n');
let id: string;
beforeAll(async () => {
  id = await keepExampleFile(service, { name: 'Übersicht "1".csv', bytes });
});
const open = (url: string) => service.app.server.inject({ url });

describe('GET /files/{file_id}', () => {
  it('302 to a link that gives the bytes without a credential', async () => {
    const { status, headers, text } = await service.sandbox.get(`/files/${id}`);
    expect([status, text, headers['content-type']]).toEqual([302, '', undefined]);
    const response = await open(String(headers.location));
    expect(response.statusCode).toBe(200);
    expect(response.rawPayload.equals(bytes)).toBe(true);
    expect(response.headers).toMatchObject({
      'content-type': 'text/csv',
      'content-disposition': 'attachment; filename="_bersicht__1_.csv"',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private',
    });
  });

  it('403 for a link that was altered', async () => {
    const { headers } = await service.sandbox.get(`/files/${id}`);
    const link = String(headers.location);
    for (const other of [
      link.replace(/o=\d+/, 'o=1'),
      link.replace(/e=\d+/, 'e=99999999999'),
      link.replace(id, 'file.other'),
      link.replace(/s=./, 's=!'),
      link.split('?')[0] ?? '',
    ]) {
      const response = await open(other);
      expect([response.statusCode, response.headers['error-code']]).toEqual([403, 'LINK_INVALID']);
      expect(Object.keys(response.json())).toEqual(['message']);
    }
  });

  it('404 for an id that nobody has, or another organization or environment', async () => {
    const { sandbox } = await service.createOrganization('other');
    for (const [caller, sent] of [
      [service.sandbox, 'file.nobody'],
      [service.production, id],
      [sandbox, id],
    ] as const) {
      const { status, body } = await caller.get(`/files/${sent}`);
      expect([status, body]).toEqual([404, { message: `file ${sent} not found` }]);
    }
  });
});
