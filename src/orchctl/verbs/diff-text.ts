import { isObject, type JsonObject } from '../../machinery/json'
import type { ApiObject } from '../../machinery/object'
import { messageOf } from '../../machinery/message-of'
import { unifiedHunks } from '../apply/unified-diff'
import type { Call } from '../core/command'
import { CommandError } from '../core/errors'
import { withoutManagers } from '../print/printer'
import { yamlText } from '../print/yaml-text'

/** The live and the merged object; undefined if there is none. */
export interface Sides {
  readonly file: string
  readonly live: ApiObject | undefined
  readonly merged: ApiObject | undefined
}

/** The texts of both sides; undefined without an object. */
const textsOf = ({ flags }: Call, { live, merged }: Sides): (string | undefined)[] =>
  masked(live, merged).map(
    (object) => object && yamlText(flags.bool('show-managed-fields') ? object : withoutManagers(object)),
  )

/**
 * Runs an external diff program; resolves with its exit code. Drops arguments with characters other than letters, digits, - and =, like the
 * reference client.
 * @throws CommandError if the program fails
 */
export async function compareOutside(call: Call, line: string, sides: readonly Sides[]): Promise<number> {
  const { io } = call.session
  const [program = '', ...words] = line.split(' ')
  const folders = { LIVE: new Map<string, string>(), MERGED: new Map<string, string>() }
  for (const side of sides) {
    const [before, after] = textsOf(call, side)
    if (before !== undefined) folders.LIVE.set(side.file, before)
    if (after !== undefined) folders.MERGED.set(side.file, after)
  }
  const args = words.filter((word) => /^[a-zA-Z0-9=-]+$/.test(word))
  const result = await io.compareFolders?.(program, args, folders).catch((error: unknown) => {
    throw new CommandError(
      error instanceof Error && 'code' in error && error.code === 'ENOENT'
        ? `failed to run ${JSON.stringify(program)}: executable file not found in $PATH`
        : messageOf(error),
    )
  })
  if (!result) return 0
  io.stdout(result.stdout)
  io.stderr(result.stderr)
  // Exit code 1 means that there are differences.
  if (result.exitCode > 1)
    throw new CommandError(`failed to run ${JSON.stringify(program)}: exit status ${result.exitCode}`)
  return result.exitCode
}

/** The unified diff of one object; empty without a difference. */
export function diffOf(call: Call, side: Sides): string {
  const { clock, env } = call.session.io
  const { file } = side
  const [before, after] = textsOf(call, side)
  const hunks = unifiedHunks(before ?? '', after ?? '')
  if (hunks === '') return ''
  const folder = (env.TMPDIR ?? '/tmp').replace(/\/$/, '')
  const number = String(Math.floor(clock.now() * 1000) % 4_000_000_000)
  const [from, to] = ['LIVE', 'MERGED'].map((side) => `${folder}/${side}-${number}/${file}`)
  const time = new Date(clock.now()).toISOString().replace('T', ' ').replace('Z', '000000 +0000')
  return `diff -u -N ${from} ${to}\n--- ${from}\t${time}\n+++ ${to}\t${time}\n${hunks}`
}

type Pair = readonly [live: ApiObject | undefined, merged: ApiObject | undefined]

/** Masks the values of secrets, and shows only whether they differ. */
function masked(...[live, merged]: Pair): Pair {
  const one = live ?? merged
  if (one?.kind !== 'Secret' || one.apiVersion !== 'v1') return [live, merged]
  const [before, after] = [dataOf(live), dataOf(merged)]
  const hidden = (data: JsonObject, other: JsonObject, when: string): JsonObject =>
    Object.fromEntries(
      Object.entries(data).map(([key, value]) => [
        key,
        other[key] === undefined || other[key] === value ? '***' : `*** (${when})`,
      ]),
    )
  return [
    live?.data ? { ...live, data: hidden(before, after, 'before') } : live,
    merged?.data ? { ...merged, data: hidden(after, before, 'after') } : merged,
  ]
}

const dataOf = (object: ApiObject | undefined): JsonObject => (isObject(object?.data) ? object.data : {})
