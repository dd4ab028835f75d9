import { useStore } from '@nanostores/react';
import { paths } from '#lib/paths.ts';
import { $recents, clearRecents, type Recent } from '#lib/stores/search/recents.ts';
import { Button } from '../ui/Button.tsx';
import { ClanTag } from '../ui/ClanTag.tsx';
import { ClanEmblem, PlayerEmblem } from '../ui/Emblem.tsx';
import { focusAroundThen } from '../ui/helpers/focus-around.ts';
import { useCode } from '../ui/hooks/use-code.ts';
import row from './ResultRow.module.css';
import { ListSection, ResultRow } from './ResultRow.tsx';

const NONE: readonly Recent[] = [];

const hrefOf = ({ kind, id, name, tag = '' }: Recent): string =>
  kind === 'player' ? paths.player({ id, username: name }) : paths.clan({ id, tag, name });

function RecentEmblem({ visit }: { visit: Recent }) {
  return visit.kind === 'player' ? (
    <PlayerEmblem player={{ ...visit, clan: visit.tag ? visit : null }} className={row.emblem} />
  ) : (
    <ClanEmblem clan={visit} className={row.emblem} />
  );
}

const reputation = { load: async () => (await import('./RecentReputation.tsx')).RecentReputation };

/** The players or clans that were visited last on this device; nothing when there are none. */
export function RecentVisits({ kind }: { kind: Recent['kind'] }) {
  const visits = useStore($recents, { ssr: () => NONE }).filter((visit) => visit.kind === kind);
  const { loaded: RecentReputation } = useCode(reputation, kind === 'player' && visits.length > 0);
  if (visits.length === 0) return null;
  return (
    <ListSection
      id="recents"
      title="Recently visited"
      action={<Button onClick={focusAroundThen(clearRecents)}>Clear</Button>}
    >
      {visits.map((visit) => (
        <ResultRow
          key={visit.id}
          href={hrefOf(visit)}
          before={
            <>
              <RecentEmblem visit={visit} />
              {visit.tag && <ClanTag tag={visit.tag} leagueColor={visit.leagueColor} />}
            </>
          }
          after={kind === 'player' && <>{RecentReputation && <RecentReputation id={visit.id} />}</>}
        >
          <bdi translate="no">{visit.name}</bdi>
        </ResultRow>
      ))}
    </ListSection>
  );
}
