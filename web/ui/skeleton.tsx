import { useMessages } from '../messages/catalogs.ts';

/** Lines that are being fetched, with their final height; nothing is shown for the first 150 ms. */
export function Skeleton({ lines = 8 }: { lines?: number }) {
  const t = useMessages('ui');
  return (
    <div className="late flex flex-col" role="status">
      <span className="sr-only">{t('loading')}</span>
      {Array.from({ length: lines }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines that never change
        <div key={index} className="flex h-9 items-center border-b border-line">
          <div className="h-3 w-1/3 rounded-sm bg-hover" />
        </div>
      ))}
    </div>
  );
}
