// npm run fuzz [-- --minutes N --seed S --release 1.25]: mutated requests, and requests of growing size.
//
// Every answer must be a success or a well-formed Status, no server error may be one that a real server would not return, and the cost
// must not grow much faster than the size. The mutated requests are those of the recorded scenarios, which must be next to the
// checkout or in the folder in SHARED.
import { setMaxListeners } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { importBundled } from './bundle.mjs'
import { corpusOf } from './fuzz/corpus.mjs'
import { toolOptions } from './tool-options.mjs'

const { values: options } = toolOptions(import.meta.url, {
  options: {
    minutes: { type: 'string', default: '1' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    release: { type: 'string', default: '1.25' },
  },
})
// Every open watch listens to the server's lifetime signal.
setMaxListeners(0)
const root = fileURLToPath(new URL('..', import.meta.url))
const shared = process.env.SHARED ?? join(root, '..', 'shared')
const { fuzz } = await importBundled('tools/fuzz/run.ts')
const failures = await fuzz({
  release: options.release,
  seed: Number(options.seed),
  milliseconds: Number(options.minutes) * 60_000,
  corpus: await corpusOf(join(shared, 'conformance', 'scenarios')),
  log: console.log,
})
for (const failure of failures) console.error(`FAILED ${failure}`)
if (failures.length > 0) console.error(`replay with --seed ${options.seed} --release ${options.release}`)
process.exit(failures.length > 0 ? 1 : 0)
