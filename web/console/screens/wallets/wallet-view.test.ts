import { expect, test } from 'vitest';
import { autoTopupOf, netOffOf } from './wallet-view.ts';

const value = JSON.stringify({
  ...{ enabled: true, threshold: '50', topupAmount: '200.50', maxPerDay: 2, maxPerMonth: 9 },
});

test('the terms of an automatic top-up, or those of none', () => {
  expect(autoTopupOf([{ id: 'WALLET_AUTO_TOPUP', namespace: 'PLATFORM', value }])).toEqual({
    ...{ enabled: true, threshold: '50', topupAmount: '200.50', maxPerDay: '2', maxPerMonth: '9' },
  });
  expect(autoTopupOf([{ id: 'WALLET_AUTO_TOPUP', namespace: 'USER', value }]).enabled).toBe(false);
  expect(autoTopupOf([])).toMatchObject({ enabled: false, threshold: '' });
});

test('whether a wallet pays by itself, if the account says so', () => {
  const setting = (text: string) => [{ id: 'WALLET_AUTO_NET_OFF', value: text }];
  expect([netOffOf(setting('false')), netOffOf(setting('true')), netOffOf([])]).toEqual([
    ...['false', 'true', null],
  ]);
});
