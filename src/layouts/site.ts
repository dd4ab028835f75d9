/** The configuration of the build under way, read once. */
import { loadConfig } from '../config.ts';

export const site = loadConfig();
