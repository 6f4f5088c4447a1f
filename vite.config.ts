import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { chunkGroups, entries } from './tools/vite-chunks'
import { serviceWorker } from './tools/vite-service-worker'

export default defineConfig({
  base: './',
  plugins: [react(), serviceWorker()],
  // The YAML worker's helper still names the editor's worker by the path of an earlier release.
  resolve: { alias: { 'monaco-editor/esm/vs/editor/editor.worker.js': 'monaco-editor/editor/editor.worker.js' } },
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    sourcemap: false,
    chunkSizeWarningLimit: 4_000,
    rolldownOptions: { input: entries, output: { codeSplitting: { groups: chunkGroups } } },
  },
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'tools/**/*.test.{ts,mjs}'],
    environment: 'node',
    testTimeout: 60_000,
    // Sandboxes and controllers are stopped and awaited by real time: on a busy machine once may be too soon.
    retry: 2,
  },
})
