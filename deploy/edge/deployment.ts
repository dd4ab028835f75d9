// Written by `npm run deploy:files`.
export const deployment = {
  "regions": [
    "eu",
    "na",
    "cis",
    "sea"
  ],
  "siteOrigins": {
    "eu": "https://example.org",
    "na": "https://na.example.org",
    "cis": "https://ru.example.org",
    "sea": "https://asia.example.org"
  },
  "apiOrigins": {
    "eu": "https://api.example.org",
    "na": "https://na.api.example.org",
    "cis": "https://ru.api.example.org",
    "sea": "https://asia.api.example.org"
  },
  "feedLinks": true
} as const;
