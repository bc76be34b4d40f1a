/** Builds the two pages that are compared. */

import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

const page = (name: string) => fileURLToPath(new URL(name, import.meta.url))

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: './',
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    outDir: 'dist',
    target: 'esnext',
    rollupOptions: { input: [page('ours.html'), page('flow.html')] },
  },
})
