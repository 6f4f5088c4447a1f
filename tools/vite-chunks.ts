// Groups modules into chunks, so that a page loads a few files rather than one for each set of modules that two pages share.
import { fileURLToPath } from 'node:url'
import type { Rolldown } from 'vite'

const pathOf = (file: string): string => fileURLToPath(new URL(`../${file}`, import.meta.url))

/** These count as entries, so that the page loads what they use at once: the page, and the interface's first view. */
export const entries = { index: pathOf('index.html'), shell: pathOf('src/ui/start.tsx') }

/** Which modules share a chunk. */
export const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  { name: 'start', tags: ['$initial'], test: /\/src\/(main\.ts|transport\/|machinery\/)|vite\/preload/, priority: 3 },
  // Scripts of their own run in tasks of their own, between which the page can answer a click.
  { name: 'libraries', tags: ['$initial'], test: /\/node_modules\//, priority: 2 },
  { name: 'shell', tags: ['$initial'], priority: 1 },
  // What most pages other than the first share.
  {
    name: 'widgets',
    test: /\/node_modules\/(@mantine|@floating-ui|react-remove-scroll|react-textarea|use-|aria-hidden|tabbable)/,
    minShareCount: 3,
    priority: 0.8,
  },
  // What the editors share, with the library.
  { name: 'monaco', test: /\/components\/editor\/(monaco|editor-keys)\.ts$/, priority: 0.7 },
  // The pages that nearly everyone opens next.
  { name: 'explore', test: /\/features\/explore\/(ListPage|OverviewPage|KindTree)\.tsx$/, priority: 0.6 },
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

/** A module and everything that it imports at once. */
function importsOf(entry: string, graph: Rolldown.ChunkingContext): ReadonlySet<string> {
  const found = new Set([entry])
  for (const id of found) for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) found.add(imported)
  return found
}

/** A group with everything that the module of this path imports at once. */
function closureOf(name: string, file: string, priority: number): Rolldown.CodeSplittingGroup {
  const entry = pathOf(file)
  let modules: ReadonlySet<string> | undefined
  return {
    debugName: name,
    name: (id, graph) => ((modules ??= importsOf(entry, graph)).has(id) ? name : null),
    priority,
  }
}

/**
 * The same for workers. A worker's imports are loaded one level after another, so that everything the control plane starts with is one
 * script, beside the one that waits for the lock and opens the store.
 */
export const workerChunkGroups: Rolldown.CodeSplittingGroup[] = [
  // By its name it is left out of what everybody keeps.
  { name: 'msw', test: /node_modules[\\/]msw[\\/]/, priority: 3 },
  closureOf('control-plane.owner', 'src/control-plane.owner.ts', 2),
  closureOf('control-plane.service', 'src/control-plane.service.ts', 1),
  // Most clusters have no policies, and no rules of custom types.
  closureOf('expressions', 'src/api/expression-code.ts', 0.5),
  // Loaded once the first answers are out.
  closureOf('controllers', 'src/controllers/start.ts', 0),
]
