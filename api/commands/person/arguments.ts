/** The arguments of `npm run person`. */
import { accountIdOf, parseArguments, regionOf, UsageError } from '#api/commands/arguments.ts';

/** The usage text of the command. */
export const PERSON_USAGE = `Usage:
  npm run person -- export 500000004 --region eu [--to FOLDER] [--name NAME]
  npm run person -- erase 500000004 --region eu [--dry-run] [--yes] [--keep-mentions]
      [--name NAME]

--to             folder of the export; it must not exist yet
--dry-run        shows what an erasure would change, and changes nothing
--yes            erases without asking
--keep-mentions  leaves the name in other people's texts, for names that are ordinary words
--name           a further name of the person that you have checked, such as one that only replays show; can be repeated`;

/** The parsed command line. */
export type PersonOrder = ReturnType<typeof parsePersonArguments>;

/** Reads the arguments. Throws a UsageError that says what is wrong. */
export function parsePersonArguments(args: readonly string[]) {
  const { values, positionals } = parseArguments(args, {
    region: { type: 'string' },
    to: { type: 'string' },
    'dry-run': { type: 'boolean', default: false },
    yes: { type: 'boolean', default: false },
    'keep-mentions': { type: 'boolean', default: false },
    name: { type: 'string', multiple: true, default: [] },
  });
  const [action, id, more] = positionals;
  if (action !== 'export' && action !== 'erase')
    throw new UsageError(action === undefined ? 'Say what to do.' : `${action} is not known.`);
  if (more !== undefined) throw new UsageError(`Unexpected argument ${more}: one person at a time.`);
  const { to = null, yes, 'dry-run': dryRun, 'keep-mentions': keepMentions } = values;
  if (action === 'export' && (yes || dryRun || keepMentions))
    throw new UsageError('--dry-run, --yes and --keep-mentions are for erase.');
  if (action === 'erase' && to !== null) throw new UsageError('--to is for export.');
  return {
    action,
    accountId: accountIdOf(id),
    region: regionOf(values.region),
    /** Folder of an export; null for the default one. */
    to,
    dryRun,
    yes,
    keepMentions,
    /** Further names that the operator has checked. */
    names: values.name,
  };
}
