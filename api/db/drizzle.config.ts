/** For `drizzle-kit generate`, which writes the next numbered migration from the schema. */
import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: [
    './api/db/schema.ts',
    './api/db/replay-schema.ts',
    './api/db/moderation-schema.ts',
    './api/db/review-schema.ts',
    './api/db/decision-schema.ts',
    './api/db/person-schema.ts',
    './api/db/message-schema.ts',
    './api/db/process-schema.ts',
    './api/db/totals-schema.ts',
  ],
  out: './api/db/migrations',
});
