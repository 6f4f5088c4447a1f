// Lessons are written in YAML and shipped as JSON, which is smaller and has the same content. Their catalogue entries are separate, because
// they are shown before any lesson is opened.
import { readFile } from 'node:fs/promises'
import type { Plugin } from 'vite'
import { parse } from 'yaml'
import { translate } from '../src/names/dictionary.ts'
import type { Names } from '../src/names/sets.ts'

const LESSON = /\/scenarios\/[^/]+\/[^/]+\.yaml\?(raw|entry)$/

/** A lesson's text without layout and comments, which only authors need. */
export const shippedText = (source: string): string => JSON.stringify(parse(source))

/** A lesson's entry in the catalogue. */
export function catalogueEntry(source: string): Record<string, unknown> {
  const { title, summary, idea, minutes, release, requires, steps } = parse(source) as Record<string, unknown>
  return { title, summary, idea, minutes, release, requires, steps: Array.isArray(steps) ? steps.length : 0 }
}

/** Ships the texts of lessons as JSON, and their catalogue entries in the site's names, so that no page translates them as it opens. */
export function shippedLessons(names: Names): Plugin {
  let building = false
  return {
    name: 'lessons',
    enforce: 'pre',
    config: (_, { command }) => {
      building = command === 'build'
    },
    async load(id) {
      const kind = LESSON.exec(id)?.[1]
      if (kind === undefined || (kind === 'raw' && !building)) return undefined
      const file = id.replace(/\?.*$/, '')
      this.addWatchFile(file)
      const source = await readFile(file, 'utf8')
      const value = JSON.stringify(kind === 'raw' ? shippedText(source) : catalogueEntry(source))
      const code = `export default ${kind === 'raw' ? value : translate(value, names)}`
      return { code, map: null, moduleType: 'js' }
    },
  }
}
