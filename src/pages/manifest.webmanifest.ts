/** The web app manifest. Its name has the region, so that apps of several regions differ. */
import type { APIRoute } from 'astro';
import { regions } from '#lib/regions.ts';
import { loadConfig } from '../config.ts';

const png = (name: string, size: number) => ({
  src: `/icons/${name}.png`,
  type: 'image/png',
  sizes: `${size}x${size}`,
});
const shortcut = (name: string, description: string, url: string) => ({
  name,
  description,
  url,
  icons: [png('icon-192', 192)],
});

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
    png('icon-192', 192),
    png('icon-512', 512),
    { ...png('icon-maskable-512', 512), purpose: 'maskable' },
  ],
  shortcuts: [
    shortcut('Players', 'Search players', '/player'),
    shortcut('Clans', 'Search clans', '/clan'),
    shortcut('Posts', 'The latest posts', '/posts'),
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
