// Removes what earlier builds left in a site's folder, but not the folders of the site in other names: each build replaces its own site only.
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/** Removes the files in `folder` that are not in `files`, and leaves the folders in `others` alone. Paths are relative and use `/`. */
export async function removeOthers(
  folder: string,
  files: ReadonlySet<string>,
  others: readonly string[],
): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
  const old = paths.filter((path) => !files.has(path) && !others.some((name) => path.startsWith(`${name}/`)))
  await Promise.all(old.map((path) => rm(join(folder, path))))
}

/** Leaves in the output folder only what the build wrote, the fixed files, and the folders in `others`. */
export function ownOutDir(others: readonly string[]): Plugin {
  let folders = { out: '', fixed: '' }
  return {
    name: 'own-out-dir',
    apply: 'build',
    config: () => ({ build: { emptyOutDir: false } }),
    configResolved: ({ root, build, publicDir }) => {
      folders = { out: join(root, build.outDir), fixed: publicDir }
    },
    // Afterwards: a build that fails leaves the last one whole.
    async writeBundle(_options, output) {
      const fixed = await readdir(folders.fixed, { recursive: true })
      const files = new Set([...Object.keys(output), ...fixed.map((path) => path.replaceAll('\\', '/'))])
      await removeOthers(folders.out, files, others)
    },
  }
}
