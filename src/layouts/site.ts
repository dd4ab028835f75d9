/** The configuration of the current build, read once. */
import { REGION_IDS, regions } from '#lib/regions.ts';
import { loadConfig } from '../config.ts';

export const site = loadConfig();

/** The same page of the other regions. */
export const otherRegions = (path: string): { label: string; href: string }[] =>
  REGION_IDS.filter((id) => id !== site.region).map((id) => ({
    label: regions[id].label,
    href: site.siteOrigins[id] + path,
  }));
