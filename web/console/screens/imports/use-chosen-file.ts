import { useState } from 'react';
import { type ImportType, MAX_BYTES, READ_BYTES, type ReadHeader, readHeader } from './import-form.ts';

interface Chosen {
  file: File | null;
  header: ReadHeader | null;
  problem: 'fileLarge' | 'fileEmpty' | null;
  /** The text from which the header was read. */
  beginning: string;
}

const NONE: Chosen = { file: null, header: null, problem: null, beginning: '' };

/** The file that was chosen, and the mapping of its columns: only its beginning is read. */
export function useChosenFile(type: ImportType) {
  const [chosen, setChosen] = useState(NONE);
  return {
    ...chosen,
    choose: async (file: File) => {
      if (file.size > MAX_BYTES) return setChosen({ ...NONE, problem: 'fileLarge' });
      const beginning = await file.slice(0, READ_BYTES).text();
      const header = readHeader(beginning, type);
      setChosen(header ? { file, header, problem: null, beginning } : { ...NONE, problem: 'fileEmpty' });
    },
    /** Another type has other members. */
    readAs: (other: ImportType) =>
      setChosen((before) => ({ ...before, header: before.header && readHeader(before.beginning, other) })),
    assign: (index: number, member: string) =>
      setChosen((before) => ({
        ...before,
        header: before.header && {
          ...before.header,
          columns: before.header.columns.map((column, at) => (at === index ? { ...column, member } : column)),
        },
      })),
  };
}
