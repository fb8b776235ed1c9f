import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { type Office, openOffice, openPaid, setPolicy } from '#test/approval-scenario.ts';
import { listenOnce } from '#test/open-stream.ts';
import { addPerson } from '#test/people.ts';
import { usePersonTabs } from '#test/person-tabs.ts';
import { type Reply, useService } from '#test/running-app.ts';

/** Ann asks, Bob approves: by keyboard alone. */
const service = useService();
let office: Office;
let origin: string;
const open = usePersonTabs(() => origin);
beforeAll(async () => {
  office = await openOffice(service, 'approval-journeys');
  await setPolicy(office, [
    { kind: 'REFUND', limits: [{ currency: 'USD', amount: 50 }] },
    { kind: 'DELETION' },
  ]);
  origin = `http://127.0.0.1:${await listenOnce(service.app.server)}`;
});

async function press(page: Page, role: 'button' | 'link', name: string): Promise<void> {
  await page.getByRole(role, { name, exact: true }).last().focus();
  await page.keyboard.press('Enter');
}

/** The button of the open dialog, which may still load. */
async function confirm(page: Page, name: string): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name, exact: true }).focus();
  await page.keyboard.press('Enter');
}

const read = (path: string): Promise<Reply['body']> => office.program.must.get(path);

it('a refund with a second approver', async () => {
  const { invoice } = await openPaid(office.program, 'refunded', 100);
  const ann = await open(office.ann, `/invoices/${invoice.id}`);
  await press(ann, 'button', 'Refund');
  const dialog = ann.getByRole('dialog', { name: 'Refund this invoice' });
  await dialog.getByText('To be paid back by you').waitFor();
  expect(await dialog.getByText('$100.00').count()).toBe(2);
  // Without a reason nothing is sent, and the focus is where it is missing.
  await confirm(ann, 'Refund');
  await dialog.getByText('Enter a reason').waitFor();
  await ann.keyboard.type('Outage in February');
  await ann.keyboard.press('Enter');
  await dialog.getByText('Sent for approval').waitFor();
  // Sent again, it waits once; and what was typed is still there.
  await dialog.getByLabel('Reason').focus();
  await ann.keyboard.press('Enter');
  await dialog.getByText('Sent for approval').waitFor();
  expect(await dialog.getByLabel('Reason').inputValue()).toBe('Outage in February');
  expect((await read('/ext/v1/approval_counts')).waiting).toBe(1);
  expect((await read(`/invoices/${invoice.id}`)).status).toBe('PAID');

  await press(ann, 'link', 'Open approval');
  await ann.getByRole('heading', { level: 1, name: 'Refund invoice' }).waitFor();
  await ann.getByText('Someone else has to approve it: Bob Sample').waitFor();
  const own = ann.getByRole('button', { name: /^Approve/ });
  expect(await own.getAttribute('aria-disabled')).toBe('true');
  expect(await own.textContent()).toContain('someone else has to approve it');
  await own.focus();
  await ann.keyboard.press('Enter');
  expect(await ann.getByRole('dialog').count()).toBe(0);

  const bob = await open(office.bob, '/invoices');
  await bob.getByRole('link', { name: 'Approvals 1 waits for you' }).waitFor();
  for (const key of ['g', 'b', 'a']) await bob.keyboard.press(key);
  await bob.getByRole('heading', { level: 1, name: 'Approvals' }).waitFor();
  await bob.getByText('1 row', { exact: true }).waitFor();
  for (const key of ['j', 'Enter']) await bob.keyboard.press(key);
  await bob.getByText('carried out at once in the name of Ann Example').waitFor();
  expect(await bob.getByText('$100.00').count()).toBeGreaterThan(0);
  await bob.getByRole('link', { name: invoice.sequenceId }).nth(1).waitFor();
  expect(await bob.getByRole('link', { name: invoice.sequenceId }).count()).toBe(2);
  expect(await bob.getByText('Outage in February', { exact: true }).count()).toBe(1);
  await press(bob, 'button', 'Approve');
  await bob.getByLabel('Comment (optional)').focus();
  await bob.keyboard.type('Agreed with support');
  await confirm(bob, 'Approve');
  await bob.getByText('Agreed with support').waitFor();
  await bob.getByText('Decided by').waitFor();
  expect(await bob.getByRole('link', { name: /waits for you/ }).count()).toBe(0);

  // Ann pays the money back, and says so.
  const asker = await open(office.ann, `/invoices/${invoice.id}`);
  await asker.getByText('Refund initiated').waitFor();
  await press(asker, 'button', 'Mark as paid back');
  await confirm(asker, 'Mark as paid back');
  await asker.getByText('Refunded', { exact: true }).waitFor();

  // The audit log names both.
  const { data } = await read(`/ext/v1/audit_log?entity_id=${invoice.id}&approver_id=${office.bob.id}`);
  const log = await open(office.ann, `/audit/${data[0].id}`);
  await log.getByText('Approved by').waitFor();
  expect(await log.getByRole('definition').allTextContents()).toEqual(
    expect.arrayContaining(['Ann Example', 'Bob Sample']),
  );
});

it('a request that is withdrawn changes nothing, and one that is rejected says why', async () => {
  const { invoice } = await openPaid(office.program, 'kept', 80);
  const ask = (reason: string) =>
    office.ann.sandbox.post(`/ext/v1/invoices/${invoice.id}/credit_notes`, { reason, amount: 60 });
  const [first, second] = [await ask('first'), await ask('second')];
  const ann = await open(office.ann, `/approvals/${first.headers['approval-id']}`);
  await press(ann, 'button', 'Withdraw');
  await confirm(ann, 'Withdraw');
  await ann.getByText('Withdrawn').waitFor();

  const bob = await open(office.bob, `/approvals/${second.headers['approval-id']}`);
  await press(bob, 'button', 'Reject');
  await confirm(bob, 'Reject');
  await bob.getByText('Say why you reject it').waitFor();
  await bob.getByLabel('Comment').focus();
  await bob.keyboard.type('Already credited in January');
  await confirm(bob, 'Reject');
  await bob.getByText('Rejected').waitFor();
  await bob.getByText('Already credited in January').waitFor();
  expect((await read(`/invoices?owner_id=kept`)).data).toHaveLength(1);
});

it('rows of a list that wait lead to their approvals', async () => {
  const { organization } = office;
  await addPerson(service, { organization, environment: 'sandbox', role: 'SUPPORT', name: 'Carol Former' });
  const page = await open(office.ann, '/team');
  const row = page.getByRole('row', { name: /Carol Former/ });
  await row.getByRole('checkbox').focus();
  await page.keyboard.press('Space');
  await press(page, 'button', 'Remove');
  await confirm(page, 'Remove');
  await page.getByText('1 request was sent for approval').waitFor();
  const held = page.getByRole('listitem').filter({ hasText: 'Open approval' });
  expect(await held.textContent()).toContain('Carol Former');
  await press(page, 'link', 'Open approval');
  await page.waitForURL(/\/approvals\//);
  await page.getByRole('heading', { level: 1 }).waitFor();
});

it('a looser policy waits itself, and what was typed stays', async () => {
  const page = await open(office.ann, '/approvals/policy');
  await page.getByRole('textbox', { name: 'Amount' }).focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('5,000');
  await page.getByText('Read as 5000').waitFor();
  await press(page, 'button', 'Save');
  await page.getByText('Sent for approval').waitFor();
  expect(await page.getByRole('textbox', { name: 'Amount' }).inputValue()).toBe('5,000');
  // Leaving by the link loses nothing, so nobody is asked.
  await press(page, 'link', 'Open approval');
  await page.getByRole('heading', { level: 1, name: 'Loosen approval policy' }).waitFor();
});
