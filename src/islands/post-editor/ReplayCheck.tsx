import { useStore } from '@nanostores/react';
import { CircleHelp, Info, LoaderCircle, TriangleAlert } from 'lucide';
import type { ReactNode } from 'react';
import { mapName, modeName } from '#lib/domain/battle-names.ts';
import { formatDateTime, NOT_AVAILABLE } from '#lib/domain/dates.ts';
import { evidenceOf, isHeld, sentenceOfEvidence, showsBoth } from '#lib/domain/evidence.ts';
import type { ParsedFlairs } from '#lib/domain/flairs.ts';
import { postTitle } from '#lib/domain/post-face.ts';
import type { Parties } from '#lib/domain/roster.ts';
import { paths } from '#lib/paths.ts';
import { $holds, $rulesFor } from '#lib/stores/posts/advice-rules.ts';
import { earlierPost } from '#lib/stores/posts/earlier-post.ts';
import type { CheckedFile, ReplayCheck } from '#lib/stores/posts/replay-check.ts';
import { Button } from '../ui/Button.tsx';
import { EvidenceSentence } from '../ui/EvidenceSentence.tsx';
import { focusAroundThen } from '../ui/helpers/focus-around.ts';
import { Icon } from '../ui/Icon.tsx';
import { ShipLabel } from '../ui/ShipLabel.tsx';
import styles from './ReplayCheck.module.css';

const SAME_BATTLE = 'The guidelines allow one post per battle, and you have written one:';
const SEEN = 'Moderators will see this.';
const HELD = 'The post changes no karma until a moderator keeps it.';

/** The author's earlier post about the battle; the guidelines allow one (Rule 30.44). `children` follows the sentence. */
export function EarlierPost({ file, children }: { file: CheckedFile; children?: ReactNode }) {
  const post = useStore(earlierPost(file.facts));
  return (
    post && (
      <p className={styles.state}>
        <Icon node={TriangleAlert} className="warning" />
        <span>
          {SAME_BATTLE}{' '}
          <a href={paths.post(post.id)} target="_blank" rel="noreferrer" dir="auto" lang="">
            {postTitle(post)}
          </a>
          , about <bdi translate="no">{post.player.username}</bdi>. {children}
        </span>
      </p>
    )
  );
}

/** The ship of the author; if the file does not show the author, who recorded it. */
function Recorder({
  file,
  author,
  unchecked,
}: {
  file: CheckedFile;
  author: Parties['author'];
  unchecked: ReactNode;
}) {
  const { players, facts, recorderShip } = file;
  const own = players.find(({ accountId }) => accountId === author.id);
  const isRecorder = own === undefined || own.name === facts?.recorder?.name;
  const ship = own?.shipParamsId ?? facts?.recorder?.shipParamsId ?? 0;
  return (
    <div>
      <dt>
        {own || !facts?.recorder ? (
          'Your ship'
        ) : (
          <>
            Recorded by <bdi translate="no">{facts.recorder.name}</bdi>
          </>
        )}
      </dt>
      <dd>
        <ShipLabel ship={ship} name={isRecorder ? recorderShip : null} />
        {unchecked}
      </dd>
    </div>
  );
}

/** Map, mode, date and ship of a chosen file, and whether they come from its header alone; nothing where it shows none. */
export function ReplayFacts({ file, author }: { file: CheckedFile; author: Parties['author'] }) {
  const { map = null, mode = null, playedAt = null, source } = file.facts ?? {};
  if (source === 'none') return null;
  const unchecked = source === 'header' && <span className="warning"> not checked</span>;
  const facts = [
    ['Map', map === null ? null : mapName(map)],
    ['Mode', mode === null ? null : modeName(mode)],
    ['Date', playedAt === null ? null : formatDateTime(playedAt)],
  ] as const;
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <span translate={name === 'Map' ? 'no' : undefined}>{value ?? NOT_AVAILABLE}</span>
            {name === 'Map' && value !== null && unchecked}
          </dd>
        </div>
      ))}
      <Recorder file={file} author={author} unchecked={unchecked} />
    </dl>
  );
}

interface AdviceProps {
  file: CheckedFile;
  parties: Parties;
  flairs: ParsedFlairs;
}

/** Sentences that moderators will read about the file, besides this sentence (Rule 28.4). */
function Advice({ file, parties, flairs }: AdviceProps) {
  const rulesFor = useStore($rulesFor);
  const names = { author: 'you', player: parties.player.username };
  const rules = rulesFor?.({ ...parties, flairs, postedAt: Date.now(), hasReplay: true, replay: file }) ?? [];
  return rules.map(
    ({ code, toAuthor }) =>
      toAuthor && (
        <p key={code} className={styles.state}>
          <Icon node={Info} />
          <span>
            <bdi>{toAuthor(names)}</bdi> <span className="soft">{SEEN}</span>
          </span>
        </p>
      ),
  );
}

function Checked(props: AdviceProps) {
  const { file, parties, flairs } = props;
  const rulesFor = useStore($rulesFor);
  const holds = useStore($holds);
  const names = { author: 'you', player: parties.player.username };
  const evidence = sentenceOfEvidence(evidenceOf(file, parties), names);
  return (
    <>
      <ReplayFacts file={file} author={parties.author} />
      <EvidenceSentence evidence={evidence}>
        {evidence.shown !== 'shown' && (
          <span className="soft">
            {' '}
            {rulesFor && `${SEEN} `}
            {isHeld(holds, flairs, showsBoth(file, parties)) && `${HELD} `}You can still publish this post.
          </span>
        )}
      </EvidenceSentence>
      <EarlierPost file={file}>{rulesFor && <span className="soft">{SEEN}</span>}</EarlierPost>
      <Advice {...props} />
    </>
  );
}

interface CheckOutcomeProps {
  check: ReplayCheck;
  parties: Parties;
  flairs: ParsedFlairs;
  onRetry: (() => void) | undefined;
}

/** The chosen file: its battle, and whether it shows author and player (Rule 25.52). */
export function CheckOutcome({ check, parties, flairs, onRetry }: CheckOutcomeProps) {
  if (check.state === 'unfit' || check.state === 'refused') return null;
  return (
    <div className={styles.check} role="status" tabIndex={-1}>
      {check.state === 'checking' && (
        <p className={styles.state}>
          <Icon node={LoaderCircle} className="turning" /> Checking the replay…
        </p>
      )}
      {check.state === 'unavailable' && (
        <div className={styles.state}>
          <Icon node={CircleHelp} />
          <p>
            Couldn’t check this file here. <span className="soft">It is checked again when you publish.</span>
          </p>
          <Button size="sm" disabled={onRetry === undefined} onClick={focusAroundThen(() => onRetry?.())}>
            Try again
          </Button>
        </div>
      )}
      {check.state === 'checked' && <Checked file={check.file} parties={parties} flairs={flairs} />}
    </div>
  );
}
