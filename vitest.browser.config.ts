import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { findChromium } from './tools/chromium.mjs'
import { shippedLessons } from './tools/vite-lessons'
import { translatedSource } from './tools/vite-names'

// Tests of components, in a real browser: `npm run test:components`.
export default defineConfig({
  plugins: [translatedSource('orch'), shippedLessons('orch'), react()],
  test: {
    include: ['src/ui/**/*.browser.test.tsx'],
    // Nothing is measured by these; they end what hangs, also on a slow machine.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 200_000 } },
    browser: {
      enabled: true,
      headless: true,
      connectTimeout: 600_000,
      screenshotFailures: false,
      provider: playwright({
        launchOptions: { executablePath: findChromium(), args: ['--no-sandbox', '--disable-gpu'] },
      }),
      instances: [{ browser: 'chromium' }],
    },
  },
})
