import { describe, expect, it } from 'vitest';
import { policyDirectives } from '../../../src/build/policy.ts';
import { loadConfig } from '../../../src/config.ts';

const policy = (env: Record<string, string>) => policyDirectives(loadConfig(env)) as readonly string[];

describe('The content-security-policy (Rule 16.3)', () => {
  it('names the site, its own region’s API over HTTP and WebSocket, and nothing else', () => {
    expect(policy({ REGION: 'na' })).toContain(
      "connect-src 'self' http://na.localhost:5010 ws://na.localhost:5010",
    );
    expect(policy({ API_DOMAIN: 'api.example.org' })).toContain(
      "connect-src 'self' https://api.example.org wss://api.example.org",
    );
  });

  it('lets images and videos come from the configured media origins', () => {
    const directives = policy({ MEDIA_ORIGINS: 'https://media.example.org' });
    expect(directives).toContain("media-src 'self' http://localhost:5010 https://media.example.org");
    expect(directives).toContain("img-src 'self' http://localhost:5010 https://media.example.org");
  });

  it('has nothing unsafe, and requires Trusted Types', () => {
    const text = policy({}).join(';');
    expect(text).not.toMatch(/unsafe|\*|data:|blob:/);
    expect(text).toContain("default-src 'none'");
    expect(text).toContain("require-trusted-types-for 'script'");
    expect(text).toContain('trusted-types static-content worker-url');
  });
});
