// Groups modules into chunks, so that a page loads a few files rather than one for each set of modules that two pages share.
import { fileURLToPath } from 'node:url'
import type { Rolldown } from 'vite'

type Graph = Parameters<Rolldown.CodeSplittingNameFunction>[1]

const pathOf = (file: string): string => fileURLToPath(new URL(`../${file}`, import.meta.url))

/** The first view, and the pages that nearly everyone opens next. */
const SHELL = pathOf('src/ui/start.tsx')
const explore = (page: string): string => pathOf(`src/ui/features/explore/${page}.tsx`)

/** These count as entries besides the page, so that the modules that they use are loaded at once. */
export const entries = {
  index: pathOf('index.html'),
  shell: SHELL,
  list: explore('ListPage'),
  overview: explore('OverviewPage'),
  kinds: explore('KindTree'),
}

let wantedByShell: Set<string> | undefined

/** A module and its static imports; dynamic ones are not included. */
function closure(root: string, graph: Graph): Set<string> {
  const found = new Set<string>()
  const waiting = [root]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id)) continue
    found.add(id)
    waiting.push(...(graph.getModuleInfo(id)?.importedIds ?? []))
  }
  return found
}

export const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  { name: 'start', tags: ['$initial'], test: /\/src\/(main\.ts|transport\/|machinery\/)|vite\/preload/, priority: 3 },
  {
    name: (id, graph) => ((wantedByShell ??= closure(SHELL, graph)).has(id) ? 'shell' : null),
    tags: ['$initial'],
    debugName: 'shell',
    priority: 2,
  },
  { name: 'explore', tags: ['$initial'], priority: 1 },
  // What the editors share, with the library.
  { name: 'monaco', test: /\/components\/editor\/(monaco|editor-keys)\.ts$/, priority: 0.7 },
  // A course is loaded with its first opened lesson; modules that all lessons need, with the first page about lessons.
  {
    name: (id) => {
      const [, course, kind] = /\/scenarios\/([^/]+)\/[^/]+\.yaml\?(raw|entry)$/.exec(id) ?? []
      return kind === 'raw' ? `course-${course}` : null
    },
    debugName: 'courses',
    priority: 0.5,
  },
  { name: 'lessons', test: /\/scenarios\//, priority: 0 },
]
