import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { readScenario } from '../src/scenarios/read'
import { catalogueEntry, shippedText } from './vite-lessons'

const ROOT = new URL('../scenarios/', import.meta.url)
const FILES = readdirSync(ROOT).flatMap((course) =>
  readdirSync(new URL(course, ROOT)).map((file) => `${course}/${file}`),
)

it.each(FILES)('%s is the same when it is shipped', (file) => {
  const source = readFileSync(new URL(file, ROOT), 'utf8')
  const shipped = shippedText(source)
  expect(readScenario(shipped)).toEqual(readScenario(source))
  expect(shipped.length).toBeLessThan(source.length)
})

it('has everything in the catalogue that a lesson shows before it is loaded', () => {
  const source =
    'format: 1\ntitle: A\nsummary: B\nminutes: 5\nobjects: [{ kind: Pod }]\nsteps: [{ title: One }, { title: Two }]\n'
  expect(JSON.parse(JSON.stringify(catalogueEntry(source)))).toEqual({ title: 'A', summary: 'B', minutes: 5, steps: 2 })
})
