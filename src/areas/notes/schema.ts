import { Type } from 'typebox';
import { Closed, DateTime, MultilineText, PageOf, Text } from '#platform/http/schemas.ts';

const text = MultilineText(1, 5000);

export const Note = Closed(
  {
    id: Type.String(),
    customerId: Type.String(),
    accountId: Type.Optional(Type.String({ description: 'Absent: about the customer as a whole' })),
    text,
    author: Type.String({ description: 'Id of the user or of the API key' }),
    authorName: Type.Optional(Type.String({ description: 'Name of the user when the note was written' })),
    createdAt: DateTime(),
    updatedAt: DateTime({ description: 'Equal to createdAt until the text is changed' }),
  },
  { component: 'Note' },
);
export const NotePage = PageOf(Note);

export const CreateNoteRequest = Closed(
  {
    customerId: Type.Optional(Text(1, 255, { description: 'Either this or accountId' })),
    accountId: Type.Optional(Text(1, 50)),
    text,
  },
  { component: 'CreateNoteRequest' },
);
export const UpdateNoteRequest = Closed({ text }, { component: 'UpdateNoteRequest' });

export const NoteParams = Type.Object({ note_id: Text(1, 50) });
