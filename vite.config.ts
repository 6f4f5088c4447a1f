import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { ALL_NAMES } from './src/names/sets.ts'
import { budget } from './tools/vite-budget.ts'
import { chunkGroups, entries, workerChunkGroups } from './tools/vite-chunks.ts'
import { firstPaint } from './tools/vite-first-paint.ts'
import { shippedLessons } from './tools/vite-lessons.ts'
import { translatedSource } from './tools/vite-names.ts'
import { inlineRuntime } from './tools/vite-inline-runtime.ts'
import { ownOutDir } from './tools/vite-out-dir.ts'
import { serviceWorker } from './tools/vite-service-worker.ts'
import { staticFields } from './tools/vite-static-fields.ts'

// The mode says in which names: `vite build --mode kubernetes`, `vitest run --mode kubernetes`; `orch` in all other modes.
export default defineConfig(({ mode }) => {
  const names = ALL_NAMES.find((one) => one === mode) ?? 'orch'
  // The site in other names lies in a folder of the site.
  const others = names === 'orch' ? ALL_NAMES.filter((one) => one !== names) : []
  return {
    base: './',
    plugins: [
      translatedSource(names),
      staticFields(),
      shippedLessons(names),
      react(),
      serviceWorker(names),
      firstPaint(),
      budget(),
      ownOutDir(others),
    ],
    // The YAML worker's helper still names the editor's worker by the path of an earlier release.
    resolve: { alias: { 'monaco-editor/esm/vs/editor/editor.worker.js': 'monaco-editor/editor/editor.worker.js' } },
    worker: {
      format: 'es',
      plugins: () => [translatedSource(names), staticFields(), inlineRuntime()],
      rolldownOptions: { output: { codeSplitting: { groups: workerChunkGroups } } },
    },
    build: {
      outDir: names === 'orch' ? 'dist' : `dist/${names}`,
      target: 'es2022',
      sourcemap: false,
      chunkSizeWarningLimit: 4_000,
      rolldownOptions: { input: entries, output: { codeSplitting: { groups: chunkGroups } } },
    },
    test: {
      include: ['src/**/*.test.{ts,tsx}', 'tools/**/*.test.{ts,mjs}'],
      // Those of components need a browser: vitest.browser.config.ts.
      exclude: ['**/*.browser.test.tsx', '**/node_modules/**'],
      environment: 'node',
      // As many at once as there are cores: tests wait for states, so that a busy machine only makes them slower.
      maxWorkers: '100%',
      // Modules keep no state that a test changes, so that files share them: half of the time went into loading them again.
      isolate: false,
      // Nothing is measured by these; they end what hangs, also on a slow machine.
      testTimeout: 300_000,
      hookTimeout: 300_000,
      expect: { poll: { timeout: 200_000 } },
    },
  }
})
