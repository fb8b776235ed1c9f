import type { Language } from '#areas/invoice-templates/index.ts';

interface Words {
  greeting: string;
  /** Follows the greeting. */
  opening: string;
  sandbox: string;
}

/** The sentences of the mail with a statement of account, in the languages of invoices. */
export const STATEMENT_MAIL_WORDS: Readonly<Record<Language, Words>> = {
  en: {
    greeting: 'Dear {name},',
    opening: 'please find attached your statement of account for {period}.',
    sandbox: 'This is a test from a sandbox. No payment is due.',
  },
  de: {
    greeting: 'Guten Tag {name},',
    opening: 'im Anhang finden Sie Ihren Kontoauszug für den Zeitraum {period}.',
    sandbox: 'Dies ist ein Test aus einer Sandbox. Es ist nichts zu zahlen.',
  },
  fr: {
    greeting: 'Bonjour {name},',
    opening: 'Veuillez trouver ci-joint votre relevé de compte pour la période {period}.',
    sandbox: 'Ceci est un test depuis un bac à sable. Aucun paiement n’est dû.',
  },
  es: {
    greeting: 'Buenos días, {name}:',
    opening: 'Adjuntamos su estado de cuenta del período {period}.',
    sandbox: 'Este es un mensaje de prueba de un entorno de pruebas. No hay ningún pago pendiente.',
  },
  ja: {
    greeting: '{name} 様',
    opening: '{period}の取引明細書を添付いたします。',
    sandbox: 'これはサンドボックスからのテストです。お支払いの必要はありません。',
  },
  ar: {
    greeting: 'مرحبًا {name}،',
    opening: 'تجدون طيه كشف حسابكم عن الفترة {period}.',
    sandbox: 'هذه رسالة اختبار من بيئة تجريبية. لا يلزم أي دفع.',
  },
};
