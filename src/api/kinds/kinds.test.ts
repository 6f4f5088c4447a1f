import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, test } from 'vitest'
import { kindFolders, registries } from '../../../tools/kinds.mjs'
import { KINDS } from '../generated/kinds/behaviours'
import { KIND_CONVERSIONS } from '../generated/kinds/conversions'
import { KIND_FACTS } from '../generated/kinds/facts'

it.each([...registries()])('%s is what the folders make it: npm run generate', (path, text) => {
  expect(existsSync(path) && readFileSync(path, 'utf8')).toBe(text)
})

test('each kind has one folder', () => {
  const kinds = KIND_FACTS.map(({ rows: [row] }) => `${row?.group} ${row?.kind}`)
  expect(new Set(kinds).size).toBe(kindFolders().length)
})

test('behaviours and conversions are of kinds that are served', () => {
  const rows = KIND_FACTS.flatMap((facts) => facts.rows)
  const known = new Set(rows.map(({ group, resource, kind }) => `${group} ${resource} ${kind}`))
  expect(
    KINDS.map(({ group, resource, kind }) => `${group} ${resource} ${kind}`).filter((one) => !known.has(one)),
  ).toEqual([])
  const versions = new Set(
    rows.flatMap(({ group, kind, versions: spans }) =>
      Object.keys(spans).map((version) => `${group ? `${group}/` : ''}${version} ${kind}`),
    ),
  )
  expect(KIND_CONVERSIONS.flatMap((each) => Object.keys(each)).filter((one) => !versions.has(one))).toEqual([])
})

/** Files that do something with disruption budgets, and would say nothing of them if the kind were new. */
const USERS =
  /^src\/(controllers|orchctl|scheduler|life|scenarios|ui\/features|ui\/components\/start-states)\/|pod-eviction\.ts$|pod-actions\.ts$|default-roles\.json$|gates\.ts$/

test('a kind is named in at most four places outside its folder: the facts of its types', () => {
  const files = ['src', 'tools'].flatMap((room) =>
    readdirSync(room, { recursive: true, encoding: 'utf8' }).map((path) => join(room, path).replaceAll('\\', '/')),
  )
  const places = files.filter(
    (path) =>
      /\.(ts|tsx|mjs|json)$/.test(path) &&
      !/\.test\.|\.testing\.|testdata|\/generated\/|^src\/testing\/|\/pod-disruption-budget\//.test(path) &&
      !USERS.test(path) &&
      /PodDisruptionBudget|poddisruptionbudgets/.test(readFileSync(path, 'utf8')),
  )
  expect(places.sort()).toEqual([
    'tools/generate/data/binary-messages.json',
    'tools/generate/data/merge-markers.json',
    'tools/generate/data/overlay.json',
    'tools/generate/data/scalar-formats.json',
  ])
})
