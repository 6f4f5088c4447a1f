// npm run serve -- --port N --in-memory [flags]: the control plane without a browser.
import { importBundled } from './bundle.mjs'

const { main } = await importBundled('src/serve.ts')
/** Errors of the language itself; the project's own have names that say what they are about. */
const UNEXPECTED = ['Error', 'TypeError', 'RangeError', 'ReferenceError', 'SyntaxError']
const stop = new AbortController()
for (const signal of ['SIGTERM', 'SIGINT']) {
  process.on(signal, () => {
    if (stop.signal.aborted) process.exit(1)
    stop.abort()
  })
}
try {
  await main(process.argv.slice(2), stop.signal)
  process.exit(0)
} catch (error) {
  // What it was told is at fault, or the machine has no such address: where in the program it was found out helps nobody.
  const told = error instanceof Error && !UNEXPECTED.includes(error.name)
  console.error(told || error?.syscall ? error.message : error)
  process.exit(told ? 2 : 1)
}
