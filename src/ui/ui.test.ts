import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/** docs/decisions/008-styles.md: classes are global, so their homes are checked here. */

const files = readdirSync('src/ui', { recursive: true, encoding: 'utf8' }).map((path) => path.replaceAll('\\', '/'))
const textOf = (path: string): string =>
  readFileSync(join('src/ui', path), 'utf8').replace(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '')

/** The feature that a file belongs to; undefined for what all share. */
const featureOf = (path: string): string | undefined => /^features\/([^/]+)\//.exec(path)?.[1]

function namesIn(paths: readonly string[], pattern: RegExp): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  for (const path of paths)
    for (const [, name = ''] of textOf(path).matchAll(pattern))
      found.set(name, (found.get(name) ?? new Set()).add(path))
  return found
}

const styled = namesIn(
  files.filter((path) => path.endsWith('.css')),
  /\.(o-[a-z][\w-]*)/g,
)
const used = namesIn(
  files.filter((path) => /\.tsx?$/.test(path) && !path.includes('.test.')),
  /(?<![\w-])(o-[a-z][\w-]*)/g,
)
/** Names that are put together from a beginning and a value. */
const beginnings = [...used.keys()].filter((name) => name.endsWith('-'))
const isUsed = (name: string): boolean => used.has(name) || beginnings.some((beginning) => name.startsWith(beginning))

it('every class that is used is styled, and the other way round', () => {
  expect([...used.keys()].filter((name) => !name.endsWith('-') && !styled.has(name))).toEqual([])
  expect([...styled.keys()].filter((name) => !isUsed(name))).toEqual([])
})

it('a class of one feature is neither styled nor used by another room', () => {
  const strangers = [...styled].flatMap(([name, homes]) => {
    const shared = [...homes].some((path) => featureOf(path) === undefined)
    if (shared) return []
    const rooms = new Set([...homes, ...(used.get(name) ?? [])].map((path) => featureOf(path) ?? 'shared'))
    return rooms.size > 1 ? [`${name}: ${[...rooms].join(', ')}`] : []
  })
  expect(strangers).toEqual([])
})

it('a class has rules of its own in one room only; others refine it within their pages', () => {
  const own = namesIn(
    files.filter((path) => path.endsWith('.css')),
    /(?:^|[},])\s*\.(o-[\w-]+)\s*(?=[,{])/g,
  )
  const twice = [...own].filter(([, homes]) => new Set([...homes].map((path) => path.replace(/[^/]*$/, ''))).size > 1)
  expect(twice.map(([name, homes]) => `${name}: ${[...homes].join(', ')}`)).toEqual([])
})

it('every component of the library that is used brings its styles', () => {
  const styles = 'node_modules/@mantine/core/styles'
  const known = new Set(readdirSync(styles).flatMap((name) => /^(\w+)\.layer\.css$/.exec(name)?.[1] ?? []))
  const sources = files.filter((path) => /\.(tsx?|css)$/.test(path) && !path.includes('.test.')).map(textOf)
  const imported = sources.flatMap((text) => [...text.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)])
  const components = new Set(imported.flatMap(([, names = '']) => names.split(',').map((name) => name.trim())))
  const missing = [...components].filter(
    (name) => known.has(name) && !sources.some((text) => text.includes(`@mantine/core/styles/${name}.layer.css`)),
  )
  expect(missing).toEqual([])
})
