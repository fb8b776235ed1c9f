import { parsed, type RowSetting, textOf } from './setting-json.ts';

export type OriginRow = Readonly<{ origin: string }>;
export const origins: RowSetting<OriginRow> = {
  read: (text) => (parsed(text) ?? []).map((origin) => ({ origin: String(origin) })),
  write: (rows) => textOf(rows.map(({ origin }) => origin.trim())),
  errorsOf: (rows, t) =>
    Object.fromEntries(
      rows.flatMap(({ origin }, index) =>
        /^https?:/.test(origin.trim()) && URL.parse(origin.trim())?.origin === origin.trim()
          ? []
          : [[`${index}.origin`, t('originInvalid')]],
      ),
    ),
};
