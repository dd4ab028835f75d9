/** The configuration of the current build, read once. */
import { loadConfig } from '../config.ts';

export const site = loadConfig();
