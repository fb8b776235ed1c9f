import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { idOf, type Office, openPaid, setPolicy } from '#test/approval-scenario.ts';
import { openWaiting } from '#test/bill-run-scenario.ts';
import { openAccount, use } from '#test/billing-scenario.ts';
import { reviewedRun } from '#test/draft-review-scenario.ts';
import { listenOnce } from '#test/open-stream.ts';
import { addPerson } from '#test/people.ts';
import { usePersonTabs } from '#test/person-tabs.ts';
import { useService } from '#test/running-app.ts';

/** What was sent for approval is seen by whoever opens the record later. */
const service = useService();
const organization = 'waiting-approvals';
let office: Office;
let origin: string;
const open = usePersonTabs(() => origin);
beforeAll(async () => {
  const program = await openWaiting(service, organization, ['first', 'second']);
  for (const account of ['first', 'second'])
    await use(program, { meter: 'calls', account, at: '2030-01-01T00:00:00Z', amount: '3' });
  await program.setClock('2030-02-03T00:00:00Z');
  office = {
    ...{ organization, program },
    ann: await addPerson(service, { organization, name: 'Ann Example' }),
    bob: await addPerson(service, { organization, name: 'Bob Sample' }),
  };
  await setPolicy(office, [{ kind: 'FINALIZATION', limits: [{ currency: 'USD', amount: 20 }] }]);
  origin = `http://127.0.0.1:${await listenOnce(service.app.server)}`;
});

const notice = (page: Page, what: string) =>
  page.getByRole('status').filter({ hasText: `Waiting for approval: ${what}` });

it('a bill run waits for whoever opens it, and cannot be confirmed twice', async () => {
  const { jobId } = await reviewedRun(service, office.program);
  const ann = await open(office.ann, `/bill-runs/${jobId}?step=confirm`);
  await ann.getByLabel('Type “Finalize 2 invoices”').fill('Finalize 2 invoices');
  await ann.keyboard.press('Enter');
  await notice(ann, 'Bill run of 2 invoices').waitFor();
  expect(await ann.getByRole('textbox').count()).toBe(0);

  for (const person of [office.ann, office.bob]) {
    const page = await open(person, `/bill-runs/${jobId}?step=confirm`);
    const waits = notice(page, 'Bill run of 2 invoices');
    expect(await waits.textContent()).toMatch(/Requested by Ann Example, .* approved by Bob Sample\./);
    expect(await page.getByRole('textbox').count()).toBe(0);
    await page.getByRole('link', { name: 'Back to review' }).click();
    await page.getByRole('row', { name: /first/ }).waitFor();
    expect(await page.getByRole('link', { name: 'Continue' }).count()).toBe(0);
  }

  const bob = await open(office.bob, `/bill-runs/${jobId}`);
  await notice(bob, 'Bill run').getByRole('link', { name: 'Open approval' }).click();
  await bob.getByRole('button', { name: 'Approve' }).click();
  await bob.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await bob.getByText('Decided by').waitFor();
  await bob.getByRole('link', { name: 'Open bill run' }).click();
  await bob.getByText('Confirmed by').waitFor();
  expect(await notice(bob, 'Bill run').count()).toBe(0);
});

it('a refund and a deletion wait on the pages of their records', async () => {
  const { program, ann } = office;
  await setPolicy(office, [
    { kind: 'REFUND', limits: [{ currency: 'USD', amount: 50 }] },
    { kind: 'DELETION' },
  ]);
  await program.setClock('2030-03-03T00:00:00Z');
  const { invoice } = await openPaid(program, 'refunded', 100);
  const credited = await ann.sandbox.post(`/ext/v1/invoices/${invoice.id}/credit_notes`, {
    ...{ reason: 'Outage', amount: 60 },
  });
  await openAccount(program, 'unused');
  const archived = await ann.sandbox.delete('/accounts/unused');
  const cases = [
    [`/invoices/${invoice.id}`, 'Issue credit note', idOf(credited)],
    ['/accounts/unused', 'Delete or archive', idOf(archived)],
  ] as const;
  for (const [path, what, approvalId] of cases) {
    const page = await open(office.bob, path);
    await notice(page, what).getByText('Requested by Ann Example').waitFor();
    await notice(page, what).getByRole('link', { name: 'Open approval' }).click();
    await page.waitForURL(`**/approvals/${approvalId}`);
  }
  const other = await open(office.bob, '/accounts/first');
  await other.getByRole('heading', { level: 1, name: 'first' }).waitFor();
  expect(await notice(other, '').count()).toBe(0);
});
