import type { Plugin } from 'vite'
import { translateSource } from '../src/names/dictionary.ts'
import { type Names } from '../src/names/sets.ts'
import { isTranslated } from './names.mjs'

/** Builds the site, or runs the tests, in a set of names: each source file is translated when it is loaded. */
export function translatedSource(names: Names): Plugin {
  return {
    name: 'names',
    enforce: 'pre',
    transform(code, id) {
      const file = id.replace(/\?.*$/, '')
      if (names === 'orch' || !/\.(tsx?|json)$/.test(file) || !isTranslated(file)) return undefined
      return { code: translateSource(code, names), map: null }
    },
  }
}
