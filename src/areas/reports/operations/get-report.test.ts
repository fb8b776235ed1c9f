import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asOwner } from '#test/partition-scenario.ts';
import { makeReport } from '#test/report-scenario.ts';
import { type Service, startService } from '#test/running-app.ts';
import { type Bucket, settingsFor, startBucket } from '#test/s3-look-alike.ts';

let bucket: Bucket;
let service: Service;
const stops: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  bucket = await startBucket();
  stops.push(() => bucket.stop());
  service = await startService(stops, settingsFor(bucket));
  await service.sandbox.setClock('2030-01-01T00:00:00Z');
});
afterAll(async () => {
  for (const stop of stops.reverse()) await stop();
});

const get = (id: string) => service.sandbox.get(`/ext/v1/reports/${id}`);

describe('GET /ext/v1/reports/{report_id}', () => {
  it('200 and a link of its own for each read', async () => {
    const report = await makeReport(service.sandbox, { reportTemplateId: 'USAGE' });
    expect(report).toMatchObject({ status: 'COMPLETED', rowCount: 0 });
    expect((await get(report.id)).status).toBe(200);
  });

  it('200 and UPLOAD_PENDING while the storage is away, and nothing half-written', async () => {
    bucket.mood = 'AWAY';
    const before = bucket.objects.size;
    const report = await makeReport(service.sandbox, { reportTemplateId: 'USAGE' });
    expect(report).toMatchObject({ status: 'UPLOAD_PENDING' });
    expect(report).not.toHaveProperty('fileId');
    bucket.mood = 'WELL';
    await service.sandbox.setClock('2030-01-01T00:05:00Z');
    expect((await get(report.id)).body).toMatchObject({ status: 'COMPLETED' });
    expect(bucket.objects.size).toBe(before + 1);
  });

  it('200 and FAILED after three tries in a quarter of an hour, without a file', async () => {
    bucket.mood = 'AWAY';
    const report = await makeReport(service.sandbox, { reportTemplateId: 'USAGE' });
    await service.sandbox.setClock('2030-01-01T00:10:00Z');
    expect((await get(report.id)).body.status).toBe('UPLOAD_PENDING');
    await service.sandbox.setClock('2030-01-01T01:00:00Z');
    bucket.mood = 'WELL';
    const { body } = await get(report.id);
    expect(body).toMatchObject({
      status: 'FAILED',
      failureReason: 'the file could not be stored; request the report again',
    });
    expect(body).not.toHaveProperty('fileId');
    await service.sandbox.setClock('2030-01-02T00:00:00Z');
    expect((await get(report.id)).body).toEqual(body);
  });

  it('200 and FAILED when the rows cannot be read, which holds nobody up', async () => {
    await service.sandbox.setClock('2030-01-03T00:00:00Z');
    const rename = (from: string, to: string) =>
      asOwner(service, (client) =>
        client.query(`alter table license_updates rename column ${from} to ${to}`),
      );
    await rename('level', 'lost');
    const before = (await readdir(tmpdir())).filter((name) => name.startsWith('tallymark-csv-'));
    const selects = [{ columnName: 'license_id' }];
    const queryInput = { selects, baseDataSource: 'license_entries', sort: [], limit: 1 };
    const report = await makeReport(service.sandbox, { name: 'r', queryInput });
    expect(report.status).toBe('QUEUED');
    expect(await makeReport(service.sandbox, { reportTemplateId: 'USAGE' })).toMatchObject({
      status: 'COMPLETED',
    });
    await service.sandbox.setClock('2030-01-03T01:00:00Z');
    await rename('lost', 'level');
    const { body } = await get(report.id);
    expect(body).toMatchObject({
      status: 'FAILED',
      failureReason: 'the rows could not be read because of an internal error; request the report again',
    });
    expect((await readdir(tmpdir())).filter((name) => name.startsWith('tallymark-csv-'))).toEqual(before);
  });

  it('404 for a report that the organization does not have', async () => {
    const { id } = await makeReport(service.sandbox, { reportTemplateId: 'USAGE' });
    expect((await service.production.get(`/ext/v1/reports/${id}`)).status).toBe(404);
    expect((await get('none')).body.message).toBe('report none not found');
  });
});
