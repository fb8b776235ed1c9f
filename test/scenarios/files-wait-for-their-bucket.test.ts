import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { editTimeline, openAccount, publishPlan, sellFee } from '#test/billing-scenario.ts';
import { endPauses } from '#test/end-pauses.ts';
import { type Service, startService } from '#test/running-app.ts';
import { type Bucket, settingsFor, startBucket } from '#test/s3-look-alike.ts';

/*
 * Files are kept in a bucket. What is issued while the bucket is away is issued all the same, and its PDF
 * comes when the bucket is back; of a PDF with other bytes than were kept nobody gets the end.
 */
let bucket: Bucket;
let service: Service;
const stops: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  bucket = await startBucket();
  stops.push(() => bucket.stop());
  service = await startService(stops, settingsFor(bucket));
  await service.sandbox.setClock('2030-01-01T00:00:00Z');
  const fee = { type: 'FIXED_FEE', billableId: await sellFee(service.sandbox, 'fee'), fee: { rate: 30 } };
  const planId = await publishPlan(service.sandbox, { name: 'plan', cards: [{ ...fee, type: 'FIXED_FEE' }] });
  await openAccount(service.sandbox, 'a1');
  await editTimeline(service.sandbox, 'a1', [{ planId, from: '2030-01-01' }]);
});
beforeEach(() => {
  bucket.mood = 'WELL';
  bucket.isSpoiling = false;
});
afterAll(async () => {
  for (const stop of stops.reverse()) await stop();
});

/** The signed link to the PDF of a month's invoice; undefined while it has none. */
async function linkToPdf(month: string): Promise<string | undefined> {
  const { data } = await service.sandbox.must.get('/invoices?status=DUE&owner_id=a1');
  const { id } = data.find(({ startDate }: { startDate: string }) => startDate.startsWith(month));
  return (await service.sandbox.must.get(`/invoices/${id}`)).pdfUrl;
}

/** Status 0 of an answer that was cut. */
async function fetchPdf(month: string) {
  const url = new URL((await linkToPdf(month)) ?? '', 'http://no-pdf');
  const response = service.app.server.inject({ method: 'GET', url: url.pathname + url.search });
  return await response.then(
    ({ statusCode, rawPayload }) => ({ status: statusCode, bytes: rawPayload }),
    () => ({ status: 0, bytes: Buffer.alloc(0) }),
  );
}

/** The key of January's PDF, and its bytes. */
let key: string;
let pdf: Buffer;

it('a PDF is stored under its organization, and served from there', async () => {
  await service.sandbox.setClock('2030-02-01T00:00:00Z');
  [[key, pdf]] = [...bucket.objects] as [[string, Buffer]];
  expect(key).toMatch(/^org\/\d+\/invoice_pdf\/file\.[\w.]+$/);
  const { status, bytes } = await fetchPdf('2030-01');
  expect(status).toBe(200);
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
  expect(bytes.equals(pdf)).toBe(true);
});

it.each([
  ['AWAY', 2],
  ['CUT', 3],
] as const)('a PDF comes when the bucket is no longer %s', async (mood, number) => {
  const [month, next] = [`2030-0${number}`, `2030-0${number + 1}`];
  bucket.mood = mood;
  await service.sandbox.setClock(`${next}-01T00:00:00Z`);
  expect(await linkToPdf(month)).toBeUndefined();
  // Tried again and again, in real time, which no number of times ends; a move of the clock tries nothing.
  for (let tries = 0; tries < 12; tries++) {
    await endPauses(service);
    await service.sandbox.settle();
    expect(await linkToPdf(month)).toBeUndefined();
  }
  const before = bucket.objects.size;
  bucket.mood = 'WELL';
  await service.sandbox.setClock(`${next}-03T00:00:00Z`);
  expect(await linkToPdf(month)).toBeUndefined();
  await endPauses(service);
  await service.sandbox.settle();
  expect((await fetchPdf(month)).status).toBe(200);
  expect(bucket.objects.size).toBe(before + 1);
});

it('a file that cannot be read now is 503, and one that is gone 404', async () => {
  bucket.mood = 'AWAY';
  expect((await fetchPdf('2030-01')).status).toBe(503);
  bucket.mood = 'WELL';
  bucket.objects.delete(key);
  expect((await fetchPdf('2030-01')).status).toBe(404);
  bucket.objects.set(key, pdf);
});

it.each([
  ['one byte is another', (bytes: Buffer) => Buffer.from(bytes).fill('X', bytes.length - 1)],
  ['it was cut', (bytes: Buffer) => bytes.subarray(0, bytes.length - 1)],
  ['it is longer', (bytes: Buffer) => Buffer.concat([bytes, Buffer.from('!')])],
])('nobody gets a whole PDF of which %s', async (_, spoil) => {
  bucket.objects.set(key, spoil(pdf));
  const got = await fetchPdf('2030-01');
  expect(got.status === 200 && got.bytes.length >= pdf.length).toBe(false);
  bucket.objects.set(key, pdf);
  expect((await fetchPdf('2030-01')).bytes.equals(pdf)).toBe(true);
});
