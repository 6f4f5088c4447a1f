// Lessons are written as YAML for people, and shipped as JSON: the same to who reads them, and smaller.
import { readFile } from 'node:fs/promises'
import type { Plugin } from 'vite'
import { parse } from 'yaml'

const LESSON = /\/scenarios\/[^/]+\/[^/]+\.yaml\?raw$/

/** A lesson's text without what only its authors read: layout and comments. */
export const shippedText = (source: string): string => JSON.stringify(parse(source))

/** Ships the texts of lessons as JSON. */
export function shippedLessons(): Plugin {
  return {
    name: 'lessons',
    apply: 'build',
    enforce: 'pre',
    async load(id) {
      if (!LESSON.test(id)) return undefined
      const text = shippedText(await readFile(id.replace(/\?.*$/, ''), 'utf8'))
      return { code: `export default ${JSON.stringify(text)}`, map: null, moduleType: 'js' }
    },
  }
}
