// Finds a Chromium for tests: CHROMIUM_PATH, Playwright's own, one of the system, or one that can be installed.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from 'playwright'

const SYSTEM = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

// A browser heeds only the last list of disabled features, and ours comes after Playwright's: those of its list that matter here are
// in this one, too. The first three make each new window load pages of the browser's own, which costs more than a second of processor time.
const DISABLED_FEATURES = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
]

/** Flags with which tools and tests start Chromium. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${DISABLED_FEATURES.join(',')}`,
]

const present = () =>
  [process.env.CHROMIUM_PATH, chromium.executablePath(), ...SYSTEM].find((path) => path && existsSync(path))

const INSTALLERS = [
  ['npx', ['playwright', 'install', 'chromium']],
  ['npx', ['playwright', 'install', '--with-deps', 'chromium']],
  ['sh', ['-c', 'apt-get update && apt-get install -y chromium']],
]

/** The path of a Chromium; installs one if there is none. Throws if that fails too. */
export function findChromium() {
  const found = present()
  if (found) return found
  for (const [command, args] of INSTALLERS) {
    try {
      console.log(`No Chromium found: ${command} ${args.join(' ')}`)
      execFileSync(command, args, { stdio: 'inherit' })
    } catch (error) {
      console.log(`That did not work: ${error.message}`)
      continue
    }
    const installed = present()
    if (installed) return installed
  }
  throw new Error('there is no Chromium, and none could be installed: set CHROMIUM_PATH to one')
}
