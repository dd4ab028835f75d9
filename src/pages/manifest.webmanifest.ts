/** The web app manifest. Its name has the region, so that apps of several regions differ. */
import type { APIRoute } from 'astro';
import { regions } from '#lib/regions.ts';
import { loadConfig } from '../config.ts';

const manifest = {
  id: '/',
  name: `Fleet Karma ${regions[loadConfig().region].label}`,
  short_name: 'Fleet Karma',
  description: 'Karma, rated posts and replays of players in a naval combat game.',
  lang: 'en',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  background_color: '#0b131d',
  theme_color: '#12304b',
  categories: ['games', 'social'],
  icons: [
    { src: '/favicon.svg', type: 'image/svg+xml', sizes: 'any' },
    { src: '/icons/icon-192.png', type: 'image/png', sizes: '192x192' },
    { src: '/icons/icon-512.png', type: 'image/png', sizes: '512x512' },
    { src: '/icons/icon-maskable-512.png', type: 'image/png', sizes: '512x512', purpose: 'maskable' },
  ],
  shortcuts: [
    {
      name: 'Players',
      description: 'Search players',
      url: '/player',
      icons: [{ src: '/icons/icon-192.png', type: 'image/png', sizes: '192x192' }],
    },
    {
      name: 'Clans',
      description: 'Search clans',
      url: '/clan',
      icons: [{ src: '/icons/icon-192.png', type: 'image/png', sizes: '192x192' }],
    },
    {
      name: 'Posts',
      description: 'The latest posts',
      url: '/posts',
      icons: [{ src: '/icons/icon-192.png', type: 'image/png', sizes: '192x192' }],
    },
  ],
  screenshots: [
    {
      src: '/icons/screenshot-narrow.jpg',
      type: 'image/jpeg',
      sizes: '390x844',
      form_factor: 'narrow',
      label: 'A player’s profile with karma, ratings and posts',
    },
    {
      src: '/icons/screenshot-wide.jpg',
      type: 'image/jpeg',
      sizes: '1280x800',
      form_factor: 'wide',
      label: 'The latest posts',
    },
  ],
};

export const GET: APIRoute = () => new Response(JSON.stringify(manifest));
