// npm run serve -- --port N --in-memory [flags]: the control plane without a browser.
import { importBundled } from './bundle.mjs'

const { main } = await importBundled('src/serve.ts')
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
  console.error(error?.name === 'FlagError' ? error.message : error)
  process.exit(error?.name === 'FlagError' ? 2 : 1)
}
