/**
 * zod, configured before any schema is created. Its just-in-time parser is off: it probes `Function`, which a
 * content-security-policy reports as a violation.
 */
import * as z from 'zod/mini';

z.config({ jitless: true });

export { z };
