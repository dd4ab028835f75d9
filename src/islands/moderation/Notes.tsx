import { useStore } from '@nanostores/react';
import { moderationRefusal } from '#lib/domain/refusal.ts';
import { NOTE_MAX_LENGTH, type Note, type NoteCreate } from '#lib/schemas/review.ts';
import { addNote, removeNote } from '#lib/stores/moderation/notes.ts';
import { $viewer } from '#lib/stores/session/session.ts';
import { WordsForm } from '../post-editor/WordsForm.tsx';
import { Button } from '../ui/Button.tsx';
import { focusAroundThen } from '../ui/helpers/focus-around.ts';
import { RelativeTime } from '../ui/RelativeTime.tsx';
import { Words } from '../ui/Words.tsx';
import styles from './Records.module.css';

interface NotesProps {
  /** Names what the notes are about. */
  title: string;
  about: Omit<NoteCreate, 'words'>;
  notes: readonly Note[];
}

interface StaffNoteProps {
  note: Note;
  /** The text of its author's button, which deletes it. */
  action?: string;
  /** Shown then. */
  done?: string;
}

/** A note with author and date. */
export function StaffNote({ note, action = 'Delete note', done }: StaffNoteProps) {
  const { id, author, words, createdAt } = note;
  const viewer = useStore($viewer);
  return (
    <div className={styles.note}>
      <Words>{words}</Words>
      <p className="row soft">
        <bdi translate="no">{author?.username ?? 'Erased account'}</bdi>
        <RelativeTime value={createdAt} />
        {author?.id === viewer?.id && (
          <Button size="sm" variant="ghost" onClick={focusAroundThen(() => void removeNote(id, done))}>
            {action}
          </Button>
        )}
      </p>
    </div>
  );
}

/** The notes of staff on a player or on an item, and the form for a new one (Rule 31.33). */
export function Notes({ title, about, notes }: NotesProps) {
  return (
    <section className="stack" aria-label={`Notes on ${title}`} tabIndex={-1}>
      {notes.map((note) => (
        <StaffNote key={note.id} note={note} />
      ))}
      <WordsForm
        subject={['note', about.postId ?? String(about.playerId)]}
        opener="Add note"
        label={`Note on ${title}`}
        hint="Only moderators and administrators see it."
        max={NOTE_MAX_LENGTH}
        action="Save note"
        onSend={(words, task) => task.run(() => addNote({ ...about, words }), moderationRefusal)}
      />
    </section>
  );
}
