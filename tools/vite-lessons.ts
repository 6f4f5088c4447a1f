// Lessons are written as YAML for people, and shipped as JSON: the same to who reads them, and smaller. What the catalogue says of them
// is apart: it is shown before any of them is opened.
import { readFile } from 'node:fs/promises'
import type { Plugin } from 'vite'
import { parse } from 'yaml'

const LESSON = /\/scenarios\/[^/]+\/[^/]+\.yaml\?(raw|entry)$/

/** A lesson's text without what only its authors read: layout and comments. */
export const shippedText = (source: string): string => JSON.stringify(parse(source))

/** What the catalogue says of a lesson. */
export function catalogueEntry(source: string): Record<string, unknown> {
  const { title, summary, idea, minutes, release, requires, steps } = parse(source) as Record<string, unknown>
  return { title, summary, idea, minutes, release, requires, steps: Array.isArray(steps) ? steps.length : 0 }
}

/** Ships the texts of lessons as JSON, and their entries in the catalogue. */
export function shippedLessons(): Plugin {
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
      const value = kind === 'raw' ? shippedText(source) : catalogueEntry(source)
      return { code: `export default ${JSON.stringify(value)}`, map: null, moduleType: 'js' }
    },
  }
}
