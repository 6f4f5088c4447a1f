// The process that killRound kills: writes into the folder, or the etcd, of its first argument, and prints each answer on a line.
import { writeSync } from 'node:fs'
import { importBundled } from '../bundle.mjs'

const { writeForever } = await importBundled('tools/faults/kills.ts')
// Written synchronously: buffered output would be lost with the process.
const [place, durability] = process.argv.slice(2)
await writeForever(place, durability, (line) => writeSync(1, `${line}\n`))
