import { defineConfig } from '@playwright/test'
import { CHROMIUM_FLAGS, findChromium } from './tools/chromium.mjs'

const executablePath = findChromium()
const port = Number(process.env.E2E_PORT ?? 4173)

export default defineConfig({
  testDir: 'e2e',
  // Nothing is measured by these; they end what hangs, also on a slow machine that does other things as well.
  timeout: 360_000,
  expect: { timeout: 120_000 },
  // Two browsers at once are what a small machine bears.
  workers: 2,
  fullyParallel: false,
  reporter: process.env.E2E_REPORT ? [['list'], ['json', { outputFile: process.env.E2E_REPORT }]] : 'list',
  use: {
    // A start or a step that takes longer hangs: the report names it.
    actionTimeout: 120_000,
    navigationTimeout: 120_000,
    baseURL: `http://127.0.0.1:${port}/`,
    // What fades or moves is in between two states, and a test looks at states.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath,
      args: [...CHROMIUM_FLAGS],
    },
  },
  webServer: {
    command: 'node tools/start.mjs',
    env: { PORT: String(port) },
    url: `http://127.0.0.1:${port}/`,
    reuseExistingServer: !process.env.CI,
    timeout: 300_000,
  },
})
