/** Loaded by `load-worker.ts`, as a file of its own. */
import { registerServiceWorker } from '#lib/content/service-worker.ts';

registerServiceWorker();
