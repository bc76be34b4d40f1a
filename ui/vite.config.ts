/** How the page is built, served while it is worked on, and tested. */

/// <reference types="vitest/config" />
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

// While the page is worked on, calls go to `storyteller serve FILE --port 7717`, as if from its own page.
const program = 'http://127.0.0.1:7717'
const passed = { target: program, changeOrigin: true, headers: { origin: program } }

// The oldest engine the page must run in is the system web view of a supported desktop.
export default defineConfig({
  plugins: [react()],
  base: './',
  build: {
    target: 'safari16',
    assetsDir: 'static',
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1200,
  },
  server: {
    port: 5173,
    strictPort: true,
    host: '127.0.0.1',
    // The messages stand in the project's root.
    fs: { allow: ['..'] },
    proxy: { '/api': passed, '/assets': passed },
  },
  test: {
    // Generous, because editors and reader's aids take their time on a busy machine.
    testTimeout: 30_000,
    // Nothing else runs meanwhile.
    maxWorkers: '100%',
    // What the pages of earlier files leave behind is given back now and then.
    vmMemoryLimit: '600MB',
    // What needs a page pays for one: half of the tests do not.
    projects: [
      {
        extends: true,
        test: {
          name: 'page',
          environment: 'jsdom',
          // Each file has a page and modules of its own, and all files share one loaded jsdom.
          pool: 'vmForks',
          include: ['src/**/*.test.tsx', 'src/**/*.dom.test.ts'],
          setupFiles: ['./vitest.setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'logic',
          environment: 'node',
          // Pure functions leave nothing behind for the next file.
          isolate: false,
          include: ['src/**/*.test.ts', 'scripts/*.test.mjs'],
          exclude: ['src/**/*.dom.test.ts'],
        },
      },
    ],
  },
})
