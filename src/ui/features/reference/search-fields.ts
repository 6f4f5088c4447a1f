import { apiVersionFor, type ResourceInfo } from '../../queries/discovery'
import { definitionName, definitionOf, type OpenApiDocument, type OpenApiSchema, typeName } from '../../queries/openapi'

/** A field that was found, and the kinds that have it. */
export interface FoundField {
  readonly name: string
  readonly type: string
  /** The first sentence of its description. */
  readonly about: string
  /** Where it is, for each kind the shortest path. */
  readonly places: readonly { readonly info: ResourceInfo; readonly path: string }[]
}

const firstSentence = (text: string): string => /^.*?[.!?](?=\s|$)/s.exec(text)?.[0] ?? text

/** The definition that holds the members of a field, through lists and maps. */
function membersName(schema: OpenApiSchema): string | undefined {
  if (schema.$ref) return definitionName(schema.$ref)
  if (schema.items) return membersName(schema.items)
  return typeof schema.additionalProperties === 'object' ? membersName(schema.additionalProperties) : undefined
}

/** Calls `visit` for every definition below a kind, each once, with the shortest path to it. */
function walk(document: OpenApiDocument, root: string, visit: (definition: string, path: string) => void): void {
  const seen = new Set([root])
  let level: [definition: string, path: string][] = [[root, '']]
  while (level.length > 0) {
    const next: typeof level = []
    for (const [definition, path] of level) {
      visit(definition, path)
      for (const [name, schema] of Object.entries(document.definitions[definition]?.properties ?? {})) {
        const below = membersName(schema)
        if (below === undefined || seen.has(below)) continue
        seen.add(below)
        next.push([below, path ? `${path}.${name}` : name])
      }
    }
    level = next
  }
}

/** Fields of the kinds whose name contains a word; those with exactly this name come first. */
export function searchFields(document: OpenApiDocument, kinds: readonly ResourceInfo[], word: string): FoundField[] {
  const wanted = word.trim().toLowerCase()
  const found = new Map<string, { name: string; schema: OpenApiSchema; places: FoundField['places'][number][] }>()
  for (const info of kinds) {
    const root = definitionOf(document, apiVersionFor(info), info.kind)
    if (root === undefined) continue
    walk(document, root, (definition, path) => {
      for (const [name, schema] of Object.entries(document.definitions[definition]?.properties ?? {})) {
        if (!name.toLowerCase().includes(wanted)) continue
        const key = `${definition} ${name}`
        const field = found.get(key) ?? { name, schema, places: [] }
        field.places.push({ info, path: path ? `${path}.${name}` : name })
        found.set(key, field)
      }
    })
  }
  const exact = ({ name }: { name: string }): number => Number(name.toLowerCase() !== wanted)
  return [...found.values()]
    .sort((a, b) => exact(a) - exact(b) || b.places.length - a.places.length || a.name.localeCompare(b.name))
    .map(({ name, schema, places }) => ({
      name,
      type: typeName(document, schema),
      about: firstSentence(schema.description ?? ''),
      places: [...places].sort((a, b) => a.path.length - b.path.length),
    }))
}
