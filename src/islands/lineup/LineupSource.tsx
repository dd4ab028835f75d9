import { useStore } from '@nanostores/react';
import { Eye } from 'lucide';
import { useEffect } from 'react';
import {
  followFolder,
  startWatching,
  stopWatching,
  takeDropped,
  $watching as watch,
} from '#lib/stores/lineup/folder.ts';
import { $isReading, $problem, showLineup } from '#lib/stores/lineup/lineup.ts';
import { Button } from '../ui/Button.tsx';
import zone from '../ui/DropZone.module.css';
import { DropZone } from '../ui/DropZone.tsx';
import { Field } from '../ui/Field.tsx';
import { cx } from '../ui/helpers/cx.ts';
import { Loading } from '../ui/states/Skeleton.tsx';
import styles from './Lineup.module.css';

/** Watches the game's folder, where the browser can. */
export function Watch() {
  const watching = useStore(watch);
  useEffect(followFolder, []);
  if (watching === 'impossible') return null;
  if (watching === 'on')
    return (
      <div className={cx('row', styles.actions)}>
        <p>Watching the replays folder. The next battle appears here by itself.</p>
        <Button size="sm" onClick={stopWatching}>
          Stop watching
        </Button>
      </div>
    );
  return (
    <div className={cx('row', styles.actions)}>
      <Button variant="primary" icon={Eye} onClick={() => void startWatching()}>
        {watching === 'lapsed' ? 'Watch the folder again' : 'Watch the replays folder'}
      </Button>
      <p className="soft">
        {watching === 'lapsed'
          ? 'Your browser asks again before this page may read the folder.'
          : 'Then each battle appears here by itself while this page is open.'}
      </p>
    </div>
  );
}

/** Where the file is, and what this page does with it. */
function Help() {
  return (
    <details className={styles.help}>
      <summary>Where is this file?</summary>
      <ul>
        <li>
          The game writes <code>tempArenaInfo.json</code> while a battle loads, next to its replays. Turn
          replays on in the game’s settings.
        </li>
        <li>
          Windows: <code>C:\Games\World_of_Warships\replays</code> (the folder of the game that you chose in
          the Game Center).
        </li>
        <li>
          Steam: <code>steamapps\common\World of Warships\replays</code>. In Steam: Manage, Browse local
          files.
        </li>
        <li>Reading this file changes nothing in the game, and this page can’t write to the folder.</li>
        <li>
          Your browser reads the file. Only the players’ names are sent, to Fleet Karma and from there to the
          game’s publisher.
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
    <section className={styles.source} aria-label="File of the battle">
      <Field label="Choose tempArenaInfo.json" hint="Or a replay." error={problem ?? undefined}>
        {(control) => (
          <DropZone onDrop={(file, item) => void takeDropped(file, item)}>
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
    </section>
  );
}
