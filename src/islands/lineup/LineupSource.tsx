import { useStore } from '@nanostores/react';
import { millisecondsInHour, millisecondsInWeek } from 'date-fns/constants';
import { Eye } from 'lucide';
import { type ReactNode, useEffect } from 'react';
import { formatDateTime, toDate, userEnglish } from '#lib/domain/dates.ts';
import { readReplayName } from '#lib/domain/lineup.ts';
import { runtime } from '#lib/runtime.ts';
import { folderWatch, type Watching } from '#lib/stores/lineup/folder.ts';
import { $isOver, $isReading, $lineup, $problem, showLineup } from '#lib/stores/lineup/lineup.ts';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import zone from '../ui/DropZone.module.css';
import { DropZone } from '../ui/DropZone.tsx';
import { Field } from '../ui/Field.tsx';
import { cx } from '../ui/helpers/cx.ts';
import { focusAroundThen } from '../ui/helpers/focus-around.ts';
import { Loading } from '../ui/states/Skeleton.tsx';
import styles from './Lineup.module.css';

/** How old a replay of tonight may be, in milliseconds. */
const TONIGHT_MS = 12 * millisecondsInHour;

const SENTENCES: Readonly<Record<Exclude<Watching, 'impossible' | 'on'>, ReactNode>> = {
  off: 'Then each battle appears here by itself while this page is open.',
  refused:
    'No folder was chosen. If your browser said that it contains system files, as Steam’s folder does, drop the folder here.',
  forgotten:
    'Drop the replays folder here again: your browser forgets a dropped folder when the page is reloaded.',
  lapsed: 'Your browser asks again before this page may read the folder.',
  missing: 'The replays folder was renamed or removed. Choose or drop it again.',
};

/** When a replay started, with the day in words within a week, as in `Tuesday 21:40`; its name if the user changed it. */
function startOf(name: string): string {
  const date = toDate(readReplayName(name).playedAt);
  if (date === null) return name;
  if (runtime.now() - date.getTime() > millisecondsInWeek) return formatDateTime(date);
  return date.toLocaleString(userEnglish(), { weekday: 'long', hour: 'numeric', minute: '2-digit' });
}

/**
 * That the folder is watched, and before a battle when its last replay was written, which shows that it is the right one; nothing
 * while it is not.
 */
export function WatchState() {
  const replays = useStore(folderWatch.$replays);
  const [last] = replays ?? [];
  const isBefore = useStore($lineup) === null;
  if (useStore(folderWatch.$state) !== 'on') return null;
  return (
    <>
      <p>
        Watching the replays folder.{' '}
        {replays?.length === 0 &&
          'No replays here: is it the game’s replays folder, and are replays on in its settings?'}
        {isBefore && last && `Last replay: ${startOf(last.name)}.`}
      </p>
      <Button size="sm" onClick={focusAroundThen(folderWatch.stop)}>
        Stop watching
      </Button>
    </>
  );
}

/** Starts to watch the game's folder, where the browser can. */
export function Watch() {
  const watching = useStore(folderWatch.$state);
  useEffect(folderWatch.follow, []);
  if (watching === 'impossible' || watching === 'on') return null;
  return (
    <DropZone onDrop={(_, all) => void folderWatch.drop(all)}>
      <div className={cx('row', styles.actions)}>
        <Button variant="primary" icon={Eye} onClick={focusAroundThen(() => void folderWatch.start())}>
          {watching === 'lapsed' ? 'Watch the folder again' : 'Watch the replays folder'}
        </Button>
        <p className="soft">{SENTENCES[watching]}</p>
      </div>
    </DropZone>
  );
}

/** The watched folder's newest replays of the last 12 hours, each of which shows its battle. */
export function Tonight() {
  const time = new Intl.DateTimeFormat(userEnglish(), { timeStyle: 'short' });
  const replays = useStore(folderWatch.$replays)
    ?.map((file) => ({ ...file, ...readReplayName(file.name) }))
    .filter(({ playedAt }) => runtime.now() - Date.parse(playedAt) < TONIGHT_MS);
  const battle = useStore($lineup);
  const isOver = useStore($isOver);
  // A running battle would not come back.
  if (!replays?.length || (battle !== null && !isOver)) return null;
  return (
    <section className="stack">
      <h3>Tonight</h3>
      <ul className={cx('row', styles.actions)} aria-label="Tonight">
        {replays.map(({ name, playedAt, title, open }) => (
          <li key={name}>
            <Button size="sm" onClick={() => void showLineup(open)}>
              <span translate="no">{`${time.format(Date.parse(playedAt))} · ${title}`}</span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Where the file is, and what this page does with it. */
function Help() {
  return (
    <details className={styles.help}>
      <summary>Where is this file?</summary>
      <ul>
        <li>
          Steam: <code>steamapps\common\World of Warships\replays</code>. In Steam: Manage, Browse local
          files. It is in a folder of programs, which browsers don’t let a page choose. In Chrome, Edge and
          Opera, drag it onto this page. In others, choose or drop the file once per battle.
        </li>
        <li>
          Game Center: <code>C:\Games\World_of_Warships\replays</code>, or where you installed the game.
        </li>
        <li>
          The game writes it next to its replays while a battle loads. Turn replays on in the game’s settings.
        </li>
        <li>
          Your browser reads the file, which changes nothing in the game or its folder. Only the players’
          names are sent to Fleet Karma, with their account ids where the game writes them down, and from
          there to the game’s publisher; and the numbers of the ships. The other team’s names are sent once
          the battle is over.
        </li>
      </ul>
    </details>
  );
}

/** Chooses the file of a battle, or the folder that the game writes it to. */
export function LineupSource() {
  const isReading = useStore($isReading);
  const problem = useStore($problem);
  return (
    <Card as="section" className="stack" aria-label="File of the battle">
      <Field label="Choose tempArenaInfo.json" hint="Or a replay." error={problem ?? undefined}>
        {(control) => (
          <DropZone onDrop={(_, all) => void folderWatch.drop(all)}>
            <input
              {...control}
              className={cx(control.className, zone.input)}
              type="file"
              // Otherwise choosing the same file again, which has changed since, would fire no event.
              onClick={({ currentTarget }) => {
                currentTarget.value = '';
              }}
              onChange={({ currentTarget }) => {
                const file = currentTarget.files?.[0];
                if (file) void showLineup(async () => file);
              }}
            />
          </DropZone>
        )}
      </Field>
      {isReading && <Loading text="Reading the file…" visible />}
      <Help />
    </Card>
  );
}
