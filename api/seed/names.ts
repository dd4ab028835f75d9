/** Invented names of players, clans and ships. None belongs to anybody. */
import type { Random } from '#api/seed/random.ts';

const ADJECTIVES = [
  'Amber',
  'Arctic',
  'Azure',
  'Bold',
  'Brass',
  'Brisk',
  'Calm',
  'Cobalt',
  'Copper',
  'Coral',
  'Crimson',
  'Daring',
  'Distant',
  'Drifting',
  'Ember',
  'Foggy',
  'Gentle',
  'Gilded',
  'Granite',
  'Grey',
  'Harbour',
  'Hollow',
  'Iron',
  'Ivory',
  'Jade',
  'Keen',
  'Lone',
  'Lucky',
  'Lunar',
  'Midnight',
  'Misty',
  'Northern',
  'Oaken',
  'Onyx',
  'Pale',
  'Patient',
  'Quiet',
  'Rapid',
  'Rusty',
  'Salty',
  'Scarlet',
  'Silent',
  'Silver',
  'Sleepy',
  'Solar',
  'Steady',
  'Stormy',
  'Sunken',
  'Tidal',
  'Velvet',
  'Wandering',
  'Western',
  'Wicked',
  'Winter',
] as const;

const NOUNS = [
  'Albatross',
  'Anchor',
  'Barnacle',
  'Beacon',
  'Boatswain',
  'Bosun',
  'Bulkhead',
  'Buoy',
  'Capstan',
  'Cutlass',
  'Cutter',
  'Dinghy',
  'Dockhand',
  'Fathom',
  'Ferryman',
  'Galleon',
  'Gannet',
  'Grapnel',
  'Gunner',
  'Harpoon',
  'Helmsman',
  'Heron',
  'Kelp',
  'Kraken',
  'Lantern',
  'Leviathan',
  'Lookout',
  'Mainsail',
  'Marlin',
  'Mooring',
  'Narwhal',
  'Navigator',
  'Osprey',
  'Otter',
  'Pelican',
  'Periscope',
  'Petrel',
  'Pilot',
  'Plunger',
  'Porpoise',
  'Rudder',
  'Sailor',
  'Seagull',
  'Sextant',
  'Skipper',
  'Sounder',
  'Spyglass',
  'Stoker',
  'Tern',
  'Torpedo',
  'Trawler',
  'Walrus',
  'Whaler',
  'Yardarm',
] as const;

const CLAN_FIRST = [
  'Blackwater',
  'Cold Harbour',
  'Deep Current',
  'Eastern Light',
  'First Watch',
  'Grey Tide',
  'High Seas',
  'Iron Keel',
  'Jagged Reef',
  'Lantern Bay',
  'Long Fetch',
  'Middle Passage',
  'North Star',
  'Open Water',
  'Quiet Shore',
  'Red Ensign',
  'Salt and Steel',
  'Seventh Wave',
  'Signal Flag',
  'Southern Cross',
  'Storm Front',
  'Tidal Lock',
  'Undertow',
  'Windward',
] as const;

const CLAN_LAST = [
  'Admiralty',
  'Brotherhood',
  'Company',
  'Crew',
  'Division',
  'Fleet',
  'Flotilla',
  'Harbour Club',
  'Irregulars',
  'League',
  'Mariners',
  'Patrol',
  'Raiders',
  'Squadron',
  'Union',
  'Wardroom',
] as const;

/** Invented ship names, as replays would show them. */
export const SHIPS = [
  'Albion Bay',
  'Borealis',
  'Cape Warden',
  'Dunmore',
  'Estuary',
  'Falkenstern',
  'Gale',
  'Halcyon',
  'Invercairn',
  'Jutvik',
  'Kestrel',
  'Lodestar',
  'Meridian',
  'Norrland',
  'Outrider',
  'Palisade',
  'Quicksilver',
  'Rampart',
  'Sirocco',
  'Tamarisk',
] as const;

/** A username that no earlier call with the same `taken` gave; 3 to 24 characters of letters, digits, underscore. */
export function inventUsername(random: Random, taken: Set<string>): string {
  for (;;) {
    const adjective = random.pick(ADJECTIVES);
    const noun = random.pick(NOUNS);
    const forms = [
      `${adjective}_${noun}`,
      `${adjective}${noun}`,
      `${noun}_${random.between(1, 9999)}`,
      `${adjective}${noun}${random.between(10, 99)}`,
      `x_${noun}_x`,
      `${noun}Of${adjective}`,
      `${adjective}_${noun}_${random.between(1, 999)}`,
      `The_${adjective}_${noun}`,
    ];
    const name = random.pick(forms).slice(0, 24);
    if (!taken.has(name.toLowerCase())) {
      taken.add(name.toLowerCase());
      return name;
    }
  }
}

const initials = (name: string): string =>
  name
    .split(' ')
    .map((word) => word.charAt(0))
    .join('')
    .toUpperCase();

/** A clan's name and its tag of 2 to 5 characters, both new. */
export function inventClan(random: Random, taken: Set<string>): { name: string; tag: string } {
  for (;;) {
    const name = `${random.pick(CLAN_FIRST)} ${random.pick(CLAN_LAST)}`;
    const tag = `${initials(name)}${random.pick(['', '', '-', '_', 'X', 'K', 'Z'])}`.slice(0, 5);
    if (tag.length >= 2 && !taken.has(name) && !taken.has(tag)) {
      taken.add(name);
      taken.add(tag);
      return { name, tag };
    }
  }
}
