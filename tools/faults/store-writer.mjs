// The process that killRound kills: writes into the folder, or the etcd, of its first argument, and says what was answered, one line each.
import { writeSync } from 'node:fs'
import { importBundled } from '../bundle.mjs'

const { writeForever } = await importBundled('tools/faults/kills.ts')
// Written at once: what waits in a stream dies with the process.
const [place, durability] = process.argv.slice(2)
await writeForever(place, durability, (line) => writeSync(1, `${line}\n`))
