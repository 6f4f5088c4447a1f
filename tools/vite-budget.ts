// Fails a build in which a script exceeds its budget: tools/budget.json, in kilobytes (1,000 bytes) after gzip.
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

interface Budgets {
  /** For each script by its name without the hash. */
  readonly scripts: Readonly<Record<string, number>>
  /** For every other script. */
  readonly others: number
}

const BYTES = 1_000

/** `assets/shell-B1a2c3d4.js` is `shell`. */
export const scriptName = (file: string): string => file.replace(/^.*\//, '').replace(/(-[\w-]{8})?\.js$/, '')

/** The scripts that exceed their budget, with their sizes. */
export function overBudget(
  scripts: ReadonlyMap<string, string | Uint8Array>,
  { scripts: own, others }: Budgets,
): string[] {
  return [...scripts].flatMap(([file, content]) => {
    const size = gzipSync(content).length / BYTES
    const limit = own[scriptName(file)] ?? others
    return size > limit ? [`${file}: ${size.toFixed(1)} kB, budget ${limit} kB`] : []
  })
}

/** Fails the build and names each script that exceeds its budget. */
export function budget(): Plugin {
  return {
    name: 'budget',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, output) {
        const budgets = JSON.parse(readFileSync(new URL('budget.json', import.meta.url), 'utf8')) as Budgets
        const scripts = new Map(
          Object.values(output)
            .filter(({ fileName }) => fileName.endsWith('.js'))
            .map((file) => [file.fileName, file.type === 'chunk' ? file.code : file.source] as const),
        )
        const over = overBudget(scripts, budgets)
        if (over.length > 0) this.error(`scripts have grown past their budget (tools/budget.json):\n${over.join('\n')}`)
      },
    },
  }
}
