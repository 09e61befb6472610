// How the page is built, served while developing (`npm run dev`, next to a running `junqi serve`)
// and tested. Files with a hash in their name go to assets/: the server caches those for ever.
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { icons } from './tools/icons.ts';

const server = process.env.JUNQI_SERVER ?? 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [svelte(), icons()],
  // Small files stay files: the WebAssembly module is compiled while it streams in.
  build: { target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  server: {
    proxy: {
      '/ws': { target: server, ws: true },
      '/api': { target: server },
      '/record': { target: server },
    },
  },
  // Limits are for what hangs, not for what is slow.
  test: {
    include: ['src/**/*.test.ts', 'tests/**/*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
  },
});
