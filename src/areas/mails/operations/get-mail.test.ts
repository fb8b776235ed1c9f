import { beforeAll, describe, expect, it } from 'vitest';
import { issueManual, mailsOf, openReader } from '#test/mail-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
beforeAll(() => service.sandbox.setClock('2030-02-01T00:00:00Z'));

describe('GET /ext/v1/mails/{mail_id}', () => {
  it('200 with what it says and what is attached; 404 for unknown ones', async () => {
    const { sandbox, production } = service;
    const invoice = await issueManual(sandbox, await openReader(sandbox));
    const [{ id }] = await mailsOf(sandbox, invoice.id);
    const { status, body } = await sandbox.get(`/ext/v1/mails/${id}`);
    expect([status, body.id, body.attempts]).toEqual([200, id, []]);
    expect(body.text).toContain(`attached Invoice ${invoice.sequenceId}`);
    expect(body.html).toContain('119.50 USD');
    expect((await sandbox.get(`/files/${body.fileId}`)).status).toBe(302);
    expect((await sandbox.get('/ext/v1/mails/mail.unknown')).status).toBe(404);
    expect((await production.get(`/ext/v1/mails/${id}`)).body.message).toBe(`mail ${id} not found`);
  });
});
