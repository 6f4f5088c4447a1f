// Lists names that more than two files of src/ export: a name is only useful if few things share it.
// Usage: npm run names. Fails if there is one.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const AT_MOST = 2
const EXPORTED = /^export (?:declare |abstract |async )*(?:const|function\*?|class|interface|type|enum) +(\w+)/gm

const filesOf = new Map()
for (const entry of readdirSync('src', { recursive: true, encoding: 'utf8' })) {
  const file = join('src', entry)
  if (!/\.tsx?$/.test(file) || /\.test\.tsx?$|\/generated\//.test(file)) continue
  for (const name of new Set([...readFileSync(file, 'utf8').matchAll(EXPORTED)].map(([, exported]) => exported)))
    filesOf.set(name, [...(filesOf.get(name) ?? []), file])
}
const repeated = [...filesOf].filter(([, files]) => files.length > AT_MOST)
for (const [name, files] of repeated) console.log(`${name}: ${files.join(', ')}`)
console.log(`${repeated.length} names are exported by more than ${AT_MOST} files`)
process.exitCode = repeated.length > 0 ? 1 : 0
