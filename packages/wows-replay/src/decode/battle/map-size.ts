/** How large the maps are. */

/** Edges of maps in world units. */
const MAPS_BY_SIZE: readonly [size: number, names: string][] = [
  [800, '33_new_tierra 34_OC_islands'],
  [
    1000,
    '01_solomon_islands 04_Archipelago 10_NE_big_race e01_Jacuzzi e13_Space_1_Defence e13_Space_2_Offence e13_Space_3_BossFight s07_Advance',
  ],
  [
    1200,
    '00_CO_ocean 05_Ring 08_NE_passage 13_OC_new_dawn 50_VanHellsing s01_NavalBase s11_D_day s11_D_day_2',
  ],
  [
    1400,
    '14_Atlantic 17_NA_fault_line 18_NE_ice_islands 19_OC_prey 20_NE_two_brothers 23_Shards 28_naval_mission 40_Okinawa 41_Conquest 42_Neighbors 46_Estuary 47_Sleeping_Giant 50_Gold_harbor 51_Greece 52_Britain 53_Shoreside e02_Halloween_2017 e08_PostApocalypse r01_military_navigation s02_Naval_Defense s03_Labyrinth s09_LePVE',
  ],
  [
    1600,
    '15_NE_north 16_OC_bees_to_honey 22_tierra_del_fuego 25_sea_hope 35_NE_north_winter 37_Ridge 38_Canada 44_Path_warrior 45_Zigzag 54_Faroe 55_Seychelles e12_April_2024_bees_to_honey s06_Atoll s10_USS_CL',
  ],
  [3000, 'e11_FreshGameplay_2021'],
];

const SIZES = new Map(
  MAPS_BY_SIZE.flatMap(([size, names]) => names.split(' ').map((name) => [name, size] as const)),
);
/** Sizes that an unknown map may have. */
const USUAL_SIZES = [800, 1000, 1200, 1400, 1600, 1800];
/** World units by which a ship at the border may be outside, because places are rounded. */
const ROUNDING = 5;

/** The edge of a map in world units; larger where a ship was farther out than the map's edge. */
export function mapSize(name: string, farthest: number): number {
  const known = SIZES.get(name);
  if (known !== undefined && farthest <= known / 2 + ROUNDING) return known;
  const needed = 2 * (farthest - ROUNDING);
  return USUAL_SIZES.find((size) => size >= needed && size > (known ?? 0)) ?? Math.ceil(needed / 100) * 100;
}
