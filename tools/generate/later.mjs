// Changes of releases since 1.27 (data/later-types.json): types and fields that the type packages lack, and the releases that added or
// removed them. Descriptions come from the client package's models, if they have the type.
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const require = createRequire(import.meta.url)
const OBJECT = ['apiVersion:s', 'kind:s']
const nameOf = (field) => /^[^!&:]+/.exec(field)[0]
const isRelease = (key) => /^-?\d+$/.test(key)
const releasesOf = (entry) => Object.entries(entry).filter(([key]) => isRelease(key))

/** Adds the fields to the lines of the schema, keeping lines and fields sorted by name. */
export function addLaterTypes(lines, { types, fields }) {
  const all = new Map(lines.map((line) => [line.slice(0, line.indexOf('|')), line.split('|')]))
  for (const [name, entry] of Object.entries(types)) {
    if (all.has(name)) throw new Error(`${name} is in the packages already`)
    all.set(name, [name, entry.kind ?? '', entry.map ?? '', ...sorted(withKind(entry, brought(entry)))])
  }
  for (const [name, entry] of Object.entries(fields)) {
    const line = all.get(name)
    const had = line.slice(3)
    // A name alone only says since which release the field exists.
    const added = brought(entry).filter((field) => field.includes(':'))
    const known = new Set(had.map(nameOf))
    if (
      brought(entry).some((field) => !field.includes(':') && !known.has(field)) ||
      added.some((f) => known.has(nameOf(f)))
    )
      throw new Error(`later-types: the fields of ${name} and of the packages don't fit together`)
    all.set(name, [...line.slice(0, 3), ...sorted([...had, ...added])])
  }
  return [...all.keys()].sort().map((name) => all.get(name).join('|'))
}

const brought = (entry) => releasesOf(entry).flatMap(([release, list]) => (release.startsWith('-') ? [] : list))
const withKind = (entry, list) => (entry.kind ? [...OBJECT, ...list] : list)
const sorted = (list) => [...list].sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))

/** `type|28 field field|-31 field`: additions after the type itself, and removals. */
export function laterFields({ types, fields }) {
  const line = (name, entry, first) => {
    const parts = releasesOf(entry).filter(([release]) => Number(release) !== first)
    if (parts.length === 0) return []
    return [[name, ...parts.map(([release, list]) => `${release} ${list.map(nameOf).join(' ')}`)].join('|')]
  }
  const firstOf = (entry) =>
    Math.min(
      ...releasesOf(entry)
        .map(([release]) => Number(release))
        .filter((n) => n > 0),
    )
  return [
    ...Object.entries(types).flatMap(([name, entry]) => line(name, entry, firstOf(entry))),
    ...Object.entries(fields).flatMap(([name, entry]) => line(name, entry)),
  ]
    .sort()
    .join('\n')
}

/** Descriptions of the types and fields, from the models of the client package. */
export function laterTexts({ types, fields }, renameText) {
  const root = join(dirname(require.resolve('@kubernetes/client-node')), 'gen/models')
  const texts = {}
  for (const [name, entry] of [...Object.entries(types), ...Object.entries(fields)]) {
    const model = modelOf(root, name)
    if (!model) continue
    const found = {}
    const own = /\/\*\*\n((?:\* .*\n)+)\*\/\nexport declare class/.exec(model)
    if (own && name in types) found['.'] = renameText(plain(own[1]))
    const wanted = new Set(brought(entry).map(nameOf))
    for (const [, text, field] of model.matchAll(/\/\*\*\n((?: +\* .*\n)+) +\*\/\n +'([^']+)'\??:/g))
      if (wanted.has(field)) found[field] = renameText(plain(text))
    if (Object.keys(found).length > 0) texts[name] = found
  }
  return texts
}

const plain = (comment) =>
  comment
    .replace(/^ *\* ?/gm, '')
    .replace(/\\(['"])/g, '$1')
    .trim()

/** `resource.v1.Device` is the model V1Device, or ResourceV1Device if two groups have one of that name. */
function modelOf(root, name) {
  const [group, version, type] = name.split('.').slice(-3)
  const capital = (text) => text[0].toUpperCase() + text.slice(1)
  const file = [`${capital(group)}${capital(version)}${type}`, `${capital(version)}${type}`]
    .map((model) => join(root, `${model}.d.ts`))
    .find(existsSync)
  return file && readFileSync(file, 'utf8')
}
