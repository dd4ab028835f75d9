import { useStore } from '@nanostores/react';
import { CircleHelp, LoaderCircle } from 'lucide';
import { useEffect, useRef } from 'react';
import { shipTitle } from 'wows-replay/ships';
import { UNREAD } from '#lib/domain/advice/badges.ts';
import { playerEmblem } from '#lib/domain/emblems.ts';
import { type RosterEntry, rosterOf } from '#lib/domain/roster.ts';
import { paths } from '#lib/paths.ts';
import { earlierPost } from '#lib/stores/posts/earlier-post.ts';
import { closePostDialog, openWriting } from '#lib/stores/posts/post-dialog.ts';
import { $choice, $writingRefusal, chooseSubject } from '#lib/stores/posts/post-from-replay.ts';
import { type CheckedFile, type ReplayCheck, retryReplayCheck } from '#lib/stores/posts/replay-check.ts';
import { Badge } from '../ui/Badge.tsx';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/dialog/Dialog.tsx';
import { Emblem } from '../ui/Emblem.tsx';
import { Field } from '../ui/Field.tsx';
import { cx } from '../ui/helpers/cx.ts';
import { focusAroundThen } from '../ui/helpers/focus-around.ts';
import { Icon } from '../ui/Icon.tsx';
import { ShipLabel } from '../ui/ShipLabel.tsx';
import dialog from './FormDialog.module.css';
import check from './ReplayCheck.module.css';
import { EarlierPost, ReplayFacts } from './ReplayCheck.tsx';
import { REPLAY_CONTENTS, ReplayInput, useReplayHint } from './ReplayInput.tsx';
import { useReplayCheck, useViewer } from './use-held.ts';
import styles from './WritePost.module.css';

/** A player of the battle as a button, with why no post about them is possible; the viewer is no button. */
function Subject({ player, part, replay }: RosterEntry & { replay: File }) {
  const choice = useStore($choice);
  const { accountId, name, clanTag } = player;
  const isChosen = choice?.id === accountId;
  const refusal = isChosen ? choice.refusal : null;
  const face = (
    <>
      <Emblem flags={playerEmblem(accountId, false)} />
      <bdi translate="no" className={styles.name}>
        {clanTag && <span className="soft">[{clanTag}] </span>}
        {name}
      </bdi>
      {part && <Badge>You</Badge>}
      {shipTitle(player.shipParamsId, player.shipName) && (
        <ShipLabel ship={player.shipParamsId} name={player.shipName} short className={styles.ship} />
      )}
    </>
  );
  if (part) return <li className={cx('row', styles.subject)}>{face}</li>;
  return (
    <li>
      <Button
        className={styles.subject}
        busy={isChosen && refusal === null}
        onClick={() => void chooseSubject({ id: accountId, username: name }, replay)}
      >
        {face}
      </Button>
      {refusal && (
        <span role="alert" className="negative">
          {refusal}
        </span>
      )}
    </li>
  );
}

/** The teams of the battle, the viewer's first, to choose whom the post is about, unless `about` is one of them. */
function Subjects({ file, replay, about }: { file: CheckedFile; replay: File; about: string | undefined }) {
  const viewer = useViewer();
  const earlier = useStore(earlierPost(file.facts));
  const players = file.players.filter(({ accountId }) => accountId > 0);
  const { teams, author } = rosterOf(players, { author: viewer, player: viewer }, 'Your team');
  const choices = players.filter((player) => player !== author);
  const named = choices.find(({ name }) => name === about)?.accountId;
  useEffect(() => {
    if (named !== undefined && about !== undefined && earlier === null)
      void chooseSubject({ id: named, username: about }, replay);
  }, [named, about, earlier, replay]);
  if (earlier)
    return <EarlierPost file={file}>You can edit that post, or choose another replay.</EarlierPost>;
  if (choices.length === 0)
    return (
      <p className={check.state}>
        <Icon node={CircleHelp} />
        <span>
          {file.facts?.source === 'none' ? UNREAD : 'Can’t list who is in this replay'}.{' '}
          <a href={paths.players}>Search for the player</a>, and start the post there.
        </span>
      </p>
    );
  return (
    <section aria-labelledby="write-about" className={styles.subjects}>
      <h3 id="write-about">Who is the post about?</h3>
      <p className="soft">The guidelines allow one post per battle: choose the player who mattered most.</p>
      <div className={styles.teams}>
        {teams.map(({ teamId, title, entries }) => (
          <section key={teamId} className="stack">
            <h4>{title}</h4>
            <ul className={styles.team} aria-label={title}>
              {entries.map((entry) => (
                <Subject key={entry.player.accountId} replay={replay} {...entry} />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </section>
  );
}

/** The battle of the chosen file with its players, or why there is none. */
function Battle({
  outcome,
  replay,
  about,
}: {
  outcome: ReplayCheck;
  replay: File;
  about: string | undefined;
}) {
  const author = useViewer();
  switch (outcome.state) {
    case 'checking':
      return (
        <p className={check.state} role="status">
          <Icon node={LoaderCircle} className="turning" /> Reading the replay…
        </p>
      );
    case 'unavailable':
      return (
        <div className={check.state} role="status">
          <Icon node={CircleHelp} />
          <p>Couldn’t read this file here.</p>
          <Button size="sm" onClick={focusAroundThen(() => retryReplayCheck(replay))}>
            Try again
          </Button>
        </div>
      );
    case 'checked':
      return (
        <>
          <div className={cx(check.check, styles.battle)} role="status">
            <ReplayFacts file={outcome.file} author={author} />
          </div>
          <Subjects file={outcome.file} replay={replay} about={about} />
        </>
      );
    default:
      return null;
  }
}

/** Starts a post with a replay: its file, its battle, and who of it the post is about (Rule 30.42). */
export function WritePost({ replay, about }: { replay: File | null; about?: string | undefined }) {
  const outcome = useReplayCheck(replay);
  const input = useRef<HTMLInputElement>(null);
  const refusal = useStore($writingRefusal);
  const hint = useReplayHint();
  // Otherwise the close button has the focus, and a space closes what was just opened.
  useEffect(() => input.current?.focus(), []);
  const isWrong = replay !== null && (outcome.state === 'unfit' || outcome.state === 'refused');
  return (
    <Dialog
      size="lg"
      title={about === undefined ? 'Write a post' : `Write a post about ${about}`}
      onClose={closePostDialog}
    >
      <div className={cx('stack', dialog.form)}>
        {refusal ? (
          <p>{refusal}</p>
        ) : (
          <>
            <Field
              label="Replay of the battle"
              error={isWrong ? outcome.reason : undefined}
              hint={`${hint} ${REPLAY_CONTENTS}`}
            >
              {(control) => (
                <ReplayInput
                  control={control}
                  ref={input}
                  value={replay}
                  onChange={(file) => openWriting(file, about)}
                />
              )}
            </Field>
            {replay ? (
              // It keeps the focus when the file is read again.
              <div className={cx('stack', dialog.form)} tabIndex={-1}>
                <Battle outcome={outcome} replay={replay} about={about} />
              </div>
            ) : (
              <p className="soft">
                A post without a flair needs no replay: <a href={paths.players}>search for the player</a>.
              </p>
            )}
          </>
        )}
      </div>
    </Dialog>
  );
}
