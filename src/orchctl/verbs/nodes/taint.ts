import { labelKey, labelValue } from '../../../machinery/names'
import { isObject, type JsonObject } from '../../../machinery/json'
import type { ApiObject } from '../../../machinery/object'
import type { Call, Command } from '../../core/command'
import { CommandError, throwAll, usageError } from '../../core/errors'
import { noSuchTypePlain } from '../../core/discovery'
import { managerOf } from '../../core/words'
import { itemsOf, specOf } from '../../describe/common'
import { PRINT_FLAGS } from '../../print/printer'
import type { Info } from '../../resources/manifests'
import { Objects } from '../../resources/server'
import { VALIDATE_FLAG } from '../../resources/validation'
import { TARGET_FLAGS, targetsOf } from '../../resources/targets'
import { DRY_RUN_FLAG, dryRunOf } from '../../print/dry-run'
import { Reporter } from '../../print/reporter'
import { SECTION } from './cordon'

/** The `taint` command. */
export const TAINT: Command = {
  name: 'taint',
  short: 'Update the taints on one or more nodes',
  section: SECTION,
  flags: [
    ...PRINT_FLAGS,
    ...TARGET_FLAGS.filter(({ name }) => name === 'all' || name === 'selector'),
    DRY_RUN_FLAG,
    VALIDATE_FLAG,
    {
      name: 'field-manager',
      type: 'string',
      default: managerOf('taint'),
      help: 'Name under which the fields are owned',
    },
    { name: 'overwrite', type: 'bool', default: 'false', help: 'Replace values that are there' },
  ],
  run: taint,
}

interface Taint {
  readonly key: string
  readonly value?: string
  readonly effect: string
}

const isTaint = (word: string): boolean => word.includes(':') || word.includes('=') || word.endsWith('-')

function parseTaints(words: readonly string[], path: string): { add: Taint[]; remove: Taint[] } {
  const add: Taint[] = []
  const remove: Taint[] = []
  const plain = words.find((word) => !isTaint(word))
  if (plain !== undefined) throw new CommandError(`all resources must be specified before taint changes: ${plain}`)
  for (const word of words) {
    const [, key = '', value, effect = '', minus] = /^([^=:]+?)(?:=([^:]*))?(?::([A-Za-z]+))?(-)?$/.exec(word) ?? []
    if (!key) throw usageError(path, `invalid taint spec: ${word}`)
    for (const problem of [...labelKey(key), ...(value === undefined ? [] : labelValue(value))].slice(0, 1))
      throw usageError(path, `invalid taint spec: ${word}, ${problem}`)
    if (effect && !['NoSchedule', 'PreferNoSchedule', 'NoExecute'].includes(effect))
      throw usageError(path, `invalid taint effect: ${effect}, unsupported taint effect`)
    if (minus) remove.push({ key, effect })
    else if (effect) {
      if (add.some((one) => one.key === key && one.effect === effect))
        throw usageError(
          path,
          `duplicated taints with the same key and effect: {${key} ${value ?? ''} ${effect} <nil>}`,
        )
      add.push({ key, effect, ...(value && { value }) })
    } else
      throw usageError(
        path,
        `invalid taint spec: ${word}${labelKey(word)[0] === undefined ? '' : `, ${labelKey(word)[0] ?? ''}`}`,
      )
  }
  const both = add.filter((one) =>
    remove.some(({ key, effect }) => key === one.key && (effect === '' || effect === one.effect)),
  )
  if (both.length > 0)
    throw new CommandError(
      `can not both modify and remove the following taint(s) in the same command: ${both.map(({ key }) => `${key}=`).join(', ')}`,
    )
  return { add, remove }
}

async function taint(call: Call): Promise<void> {
  const { session, flags, args, path } = call
  const [type, ...rest] = args
  const first = rest.findIndex(isTaint)
  const names = first < 0 ? rest : rest.slice(0, first)
  if (type !== undefined && names.length > 0 && !['node', 'nodes', 'no'].includes(type.toLowerCase()))
    throw new CommandError(`invalid resource type ${type}, only node types are supported`)
  if (type?.includes('/')) throw noSuchTypePlain(type)
  if (type !== undefined && first < 0 && names.length === 0)
    throw new CommandError('at least one taint update is required')
  if (type === undefined || (names.length === 0 && !flags.bool('all') && !flags.string('selector')))
    throw new CommandError('one or more resources must be specified as <resource> <name>')
  if (first < 0) throw new CommandError('at least one taint update is required')
  const { add, remove } = parseTaints(rest.slice(first), path)
  const reporter = await Reporter.of(session, flags, true)
  const errors: unknown[] = []
  for (const info of await targetsOf(call, {
    args: flags.bool('all') ? [type] : [type, ...names],
    selectable: true,
    failed: (error) => errors.push(error),
  }))
    try {
      const mixed = (add.length > 0 && remove.length > 0) || replaces(info, add)
      reporter.report(
        await taintOne(call, info, add, remove),
        mixed ? 'modified' : add.length > 0 ? 'tainted' : 'untainted',
      )
    } catch (error) {
      errors.push(error)
    }
  throwAll(errors)
}

/** Whether a node has one of the taints with another value. */
const replaces = ({ object }: Info, add: readonly Taint[]): boolean =>
  itemsOf(specOf(object).taints).some((there) =>
    add.some(({ key, effect, value }) => there.key === key && there.effect === effect && there.value !== value),
  )

async function taintOne(call: Call, info: Info, add: readonly Taint[], remove: readonly Taint[]): Promise<ApiObject> {
  const { session, flags } = call
  const dryRun = dryRunOf(session, flags)
  const there = itemsOf(specOf(info.object).taints) as unknown as Taint[]
  const same = (a: Taint, b: Taint): boolean => a.key === b.key && (a.effect === b.effect || b.effect === '')
  for (const one of remove)
    if (!there.some((other) => same(other, one)))
      throw new CommandError(`taint ${JSON.stringify(one.effect ? `${one.key}:${one.effect}` : one.key)} not found`)
  const taken = add.filter((one) => there.some((other) => same(other, one)))
  if (taken.length > 0 && !flags.bool('overwrite'))
    throw new CommandError(
      `node ${info.name} already has ${taken.map(({ key }) => key).join(',')} taint(s) with same effect(s) and --overwrite is false`,
    )
  const left = there.filter((other) => ![...remove, ...add].some((one) => same(other, one)))
  const spec = isObject(info.object.spec) ? info.object.spec : {}
  const taints = [...add, ...left] as unknown as JsonObject[]
  if (dryRun === 'client') return { ...info.object, spec: { ...spec, taints } }
  const patch = [{ op: there.length > 0 ? 'replace' : 'add', path: '/spec/taints', value: taints }]
  return new Objects(session).patch(info, 'json', patch, { dryRun, fieldManager: flags.string('field-manager') })
}
