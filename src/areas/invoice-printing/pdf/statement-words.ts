import type { Language } from '#areas/invoice-templates/index.ts';

/** The words of a statement of account, in the languages of invoices. */
const ENGLISH = {
  title: 'Statement of account',
  opening: 'Opening balance',
  closing: 'Closing balance',
  entry: 'Entry',
  amount: 'Change',
  balance: 'Balance',
  none: 'No entries in this period',
  INVOICE_ISSUED: 'Invoice',
  INVOICE_VOIDED: 'Invoice cancelled',
  INVOICE_WRITTEN_OFF: 'Invoice written off',
  PAYMENT: 'Payment, invoice',
  PAYMENT_REVERSED: 'Payment reversed, invoice',
  WALLET_PAYMENT: 'Payment from balance, invoice',
  REFUND_STARTED: 'Remainder waived, invoice',
  REFUND_FAILED: 'Remainder due again, invoice',
};
type Words = Readonly<Record<keyof typeof ENGLISH, string>>;

export type StatementKind = Extract<keyof Words, Uppercase<string>>;

const GERMAN: Words = {
  title: 'Kontoauszug',
  opening: 'Anfangssaldo',
  closing: 'Endsaldo',
  entry: 'Buchung',
  amount: 'Veränderung',
  balance: 'Saldo',
  none: 'Keine Buchungen in diesem Zeitraum',
  INVOICE_ISSUED: 'Rechnung',
  INVOICE_VOIDED: 'Rechnung storniert',
  INVOICE_WRITTEN_OFF: 'Rechnung ausgebucht',
  PAYMENT: 'Zahlung zu Rechnung',
  PAYMENT_REVERSED: 'Zahlung zurückgebucht, Rechnung',
  WALLET_PAYMENT: 'Zahlung aus Guthaben, Rechnung',
  REFUND_STARTED: 'Restbetrag erlassen, Rechnung',
  REFUND_FAILED: 'Restbetrag wieder offen, Rechnung',
};

const FRENCH: Words = {
  title: 'Relevé de compte',
  opening: 'Solde initial',
  closing: 'Solde final',
  entry: 'Écriture',
  amount: 'Variation',
  balance: 'Solde',
  none: 'Aucune écriture sur cette période',
  INVOICE_ISSUED: 'Facture',
  INVOICE_VOIDED: 'Facture annulée',
  INVOICE_WRITTEN_OFF: 'Facture passée en perte',
  PAYMENT: 'Paiement, facture',
  PAYMENT_REVERSED: 'Paiement annulé, facture',
  WALLET_PAYMENT: 'Paiement par solde, facture',
  REFUND_STARTED: 'Reliquat abandonné, facture',
  REFUND_FAILED: 'Reliquat de nouveau dû, facture',
};

const SPANISH: Words = {
  title: 'Estado de cuenta',
  opening: 'Saldo inicial',
  closing: 'Saldo final',
  entry: 'Movimiento',
  amount: 'Variación',
  balance: 'Saldo',
  none: 'Sin movimientos en este período',
  INVOICE_ISSUED: 'Factura',
  INVOICE_VOIDED: 'Factura anulada',
  INVOICE_WRITTEN_OFF: 'Factura dada de baja',
  PAYMENT: 'Pago, factura',
  PAYMENT_REVERSED: 'Pago revertido, factura',
  WALLET_PAYMENT: 'Pago con saldo, factura',
  REFUND_STARTED: 'Resto condonado, factura',
  REFUND_FAILED: 'Resto pendiente de nuevo, factura',
};

const JAPANESE: Words = {
  title: '取引明細書',
  opening: '期首残高',
  closing: '期末残高',
  entry: '取引',
  amount: '増減',
  balance: '残高',
  none: 'この期間の取引はありません',
  INVOICE_ISSUED: '請求書',
  INVOICE_VOIDED: '請求書の取消',
  INVOICE_WRITTEN_OFF: '請求書の貸倒処理',
  PAYMENT: '入金、請求書',
  PAYMENT_REVERSED: '入金の取消、請求書',
  WALLET_PAYMENT: '残高からの支払、請求書',
  REFUND_STARTED: '未払残額の免除、請求書',
  REFUND_FAILED: '未払残額の復活、請求書',
};

const ARABIC: Words = {
  title: 'كشف حساب',
  opening: 'الرصيد الافتتاحي',
  closing: 'الرصيد الختامي',
  entry: 'القيد',
  amount: 'التغير',
  balance: 'الرصيد',
  none: 'لا توجد قيود في هذه الفترة',
  INVOICE_ISSUED: 'فاتورة',
  INVOICE_VOIDED: 'إلغاء فاتورة',
  INVOICE_WRITTEN_OFF: 'شطب فاتورة',
  PAYMENT: 'دفعة، فاتورة',
  PAYMENT_REVERSED: 'إلغاء دفعة، فاتورة',
  WALLET_PAYMENT: 'دفعة من الرصيد، فاتورة',
  REFUND_STARTED: 'إسقاط المبلغ المتبقي، فاتورة',
  REFUND_FAILED: 'المبلغ المتبقي مستحق مجددًا، فاتورة',
};

export const STATEMENT_WORDS: Readonly<Record<Language, Words>> = {
  en: ENGLISH,
  de: GERMAN,
  fr: FRENCH,
  es: SPANISH,
  ja: JAPANESE,
  ar: ARABIC,
};
