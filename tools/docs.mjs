// Writes the table of rooms in docs/architecture.md from the rules of .dependency-cruiser.cjs.
// Usage: node tools/docs.mjs
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'

const DOCUMENT = 'docs/architecture.md'
const BLOCK = /(<!-- rooms -->\n)[^]*?(\n<!-- \/rooms -->)/

/** The document with the table for the present rules. */
export function withRooms(text) {
  const { forbidden } = createRequire(import.meta.url)('../.dependency-cruiser.cjs')
  const rows = forbidden.flatMap(({ name, to }) => {
    const rule = /^(.+)-imports-down$/.exec(name)?.[1]
    if (rule === undefined) return []
    const room = rule.replace(/^ui-/, '')
    const [, allowed = ''] = /^\^src\/(?:ui\/)?\(([^)]*)\)/.exec(to.pathNot[0]) ?? []
    const others = allowed.split('|').filter((other) => other !== room)
    return [`| ${rule.replace(/^ui-/, 'ui/')} | ${others.length === 0 ? '–' : others.join(', ')} |`]
  })
  const table = ['| Room | May import |', '| --- | --- |', ...rows].join('\n')
  return text.replace(BLOCK, `$1\n${table}\n$2`)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  writeFileSync(DOCUMENT, withRooms(readFileSync(DOCUMENT, 'utf8')))
