// Lists every place outside a kind's folder that names the kind: what describes it, and what uses it.
// Usage: node tools/kind-places.mjs [<group>/<kind folder>], or all kinds if none is named.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { kindFolders } from './kinds.mjs'

/** Facts about types for the generator, which no kind's folder can contain. */
const DATA = 'tools/generate/data'
const SOURCES = 'src'
const READ = /\.(?:tsx?|json)$/
/** Generated files, tests and their data: not edited to add a kind. */
const NOT_WRITTEN = /\/generated\/|\.test\.tsx?$|\.testing\.ts$|\/testdata\/|\/manifests\//

const pascal = (name) => name.replace(/(?:^|-)(\w)/g, (_, letter) => letter.toUpperCase())

/** Matches a kind's name, its resource and the names of its types, but not longer names that begin with them. */
const namesOf = (kind) => {
  const name = pascal(kind)
  return new RegExp(`\\b(?:${name}(?:Spec|Status|List)?|${name.toLowerCase()}(?:s|es)?)\\b`, 'i')
}

const textOf = new Map()
const read = (path) => {
  if (!textOf.has(path)) textOf.set(path, readFileSync(path, 'utf8'))
  return textOf.get(path)
}
const filesIn = (room) =>
  readdirSync(room, { recursive: true, encoding: 'utf8' })
    .map((file) => join(room, file))
    .filter((path) => READ.test(path) && !NOT_WRITTEN.test(path))
const namedIn = (paths, name) => paths.filter((path) => name.test(read(path))).sort()

/**
 * The files outside a kind's folder that name it. `describes` is needed to serve the kind itself; `uses` is everything that works with its
 * objects: controllers, commands, pages, roles, gates of controllers and other kinds.
 */
export function kindPlaces({ group, kind }) {
  const folder = `src/api/kinds/${group}/${kind}/`
  const name = namesOf(kind)
  const sources = filesIn(SOURCES).filter((path) => !path.startsWith(folder))
  return { describes: namedIn(filesIn(DATA), name), uses: namedIn(sources, name) }
}

function main([wanted]) {
  for (const folder of kindFolders()) {
    const title = `${folder.group}/${folder.kind}`
    if (wanted !== undefined && title !== wanted) continue
    const { describes, uses } = kindPlaces(folder)
    console.log(`${title}: ${describes.length} places describe it, ${uses.length} use it`)
    if (wanted === undefined) continue
    for (const path of describes) console.log(`  describes  ${path}`)
    for (const path of uses) console.log(`  uses       ${path}`)
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main(process.argv.slice(2))
