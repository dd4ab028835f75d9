/**
 * zod, configured once, before any schema is made: the just-in-time parser tries `Function`, which the
 * content-security-policy reports as a violation, so it is off.
 */
import * as z from 'zod/mini';

z.config({ jitless: true });

export { z };
