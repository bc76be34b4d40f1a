/** How the page for people at other computers is built: apart from the window, which is much larger. */

import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [react()],
  base: './',
  build: {
    target: 'safari16',
    outDir: 'dist-guest',
    assetsDir: 'static',
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1200,
    rolldownOptions: { input: 'guest.html' },
  },
})
