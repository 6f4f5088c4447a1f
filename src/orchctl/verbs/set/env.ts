import { decodeText } from '../../../machinery/base64'
import { isObject, type Json, type JsonObject } from '../../../machinery/json'
import type { Call, Command } from '../../core/command'
import { CommandError, usageError } from '../../core/errors'
import { RECORD_FLAG } from '../../resources/record'
import { fieldsOf, textOf } from '../../describe/common'
import { Objects } from '../../resources/server'
import { requireResource } from '../../core/discovery'
import { fromFilesAsked, targetsOf } from '../../resources/targets'
import { variableName } from '../variable-name'
import {
  ChangeRefused,
  changeObjects,
  containersOf,
  matchesName,
  podSpecOf,
  requirePodSpec,
  SET_FLAGS,
} from './pod-specs'

/** The command `orchctl set env`. */
export const SET_ENV: Command = {
  name: 'env',
  short: 'Update environment variables on a pod template',
  flags: [
    ...SET_FLAGS.filter((flag) => flag !== RECORD_FLAG),
    {
      name: 'containers',
      short: 'c',
      type: 'string',
      default: '*',
      help: 'Containers that are meant; * stands for any letters',
    },
    { name: 'env', short: 'e', type: 'strings', help: 'Variable, as KEY=VALUE' },
    { name: 'from', type: 'string', help: 'Config map or secret to take variables from' },
    { name: 'keys', type: 'list', help: 'Keys to take from it' },
    { name: 'list', type: 'bool', default: 'false', help: 'List the variables' },
    { name: 'overwrite', type: 'bool', default: 'true', help: 'Replace variables that are there' },
    { name: 'prefix', type: 'string', help: 'Text before the names of variables taken' },
    { name: 'resolve', type: 'bool', default: 'false', help: 'Show the values behind references with --list' },
  ],
  run: setEnv,
}

interface Variables {
  readonly set: readonly JsonObject[]
  readonly remove: readonly string[]
}

async function setEnv(call: Call): Promise<void> {
  const { flags, args, path } = call
  const isChange = (word: string): boolean =>
    word.indexOf('=') > 0 || (word.endsWith('-') && word.length > 1 && !word.includes('/'))
  const first = args.findIndex((word, i) => isChange(word) && (i > 0 || word.includes('=')))
  const targets = first < 0 ? args : args.slice(0, first)
  const words = [...(first < 0 ? [] : args.slice(first)), ...flags.list('env')]
  for (const word of words)
    if (!isChange(word)) throw usageError(path, `all resources must be specified before environment changes: ${word}`)
  if (targets.length === 0 && !fromFilesAsked(call))
    throw new CommandError('one or more resources must be specified as <resource> <name> or <resource>/<name>')
  if (flags.bool('list') && flags.string('output'))
    throw new CommandError('--list and --output may not be specified together')
  if (flags.list('keys').length > 0 && !flags.string('from'))
    throw new CommandError('when specifying --keys, a configmap or secret must be provided with --from')
  if (flags.bool('list')) return listEnv(call, targets)
  const from = flags.string('from')
  const variables = parse(words, path)
  const taken = from ? await variablesFrom(call, from) : []
  await changeObjects(call, {
    targets,
    operation: 'env updated',
    failure: 'failed to patch env update to pod template:',
    apply(object) {
      const spec = requirePodSpec(object)
      const chosen = [...containersOf(spec), ...containersOf(spec, 'initContainers')].filter(({ name }) =>
        matchesName(flags.string('containers'), textOf(name)),
      )
      if (chosen.length === 0)
        call.session.warn(
          `${textOf(object.kind)}/${textOf(fieldsOf(object.metadata).name)} does not have any containers matching ${JSON.stringify(flags.string('containers'))}`,
        )
      for (const container of chosen)
        change(container, { set: [...variables.set, ...taken], remove: variables.remove }, flags.bool('overwrite'))
    },
  })
}

function parse(words: readonly string[], path: string): Variables {
  const set: JsonObject[] = []
  const remove: string[] = []
  for (const word of words) {
    const at = word.indexOf('=')
    if (at > 0) set.push({ name: variableName(word.slice(0, at)), value: word.slice(at + 1) })
    else if (word.endsWith('-')) remove.push(word.slice(0, -1))
    else throw usageError(path, `unexpected environment: ${word}`)
  }
  if (set.some(({ name }) => remove.includes(textOf(name))))
    throw new CommandError('can not both modify and remove the same environment variable in the same command')
  return { set, remove }
}

function change(container: JsonObject, { set, remove }: Variables, overwrite: boolean): void {
  const env = Array.isArray(container.env) ? container.env.filter(isObject) : []
  for (const one of set) {
    const at = env.findIndex(({ name }) => name === one.name)
    if (at < 0) env.push(one)
    else if (!overwrite)
      throw new ChangeRefused(
        `'${textOf(one.name)}' already has a value (${textOf(env[at]?.value)}), and --overwrite is false`,
      )
    else env[at] = one
  }
  const left: Json[] = env.filter(({ name }) => !remove.includes(textOf(name)))
  if (left.length > 0) container.env = left
  else delete container.env
}

/** Variables for all keys of a config map or a secret. */
async function variablesFrom(call: Call, from: string): Promise<JsonObject[]> {
  const { session, flags } = call
  const [type = '', name = ''] = from.split('/')
  const resource = await requireResource(await session.discovery(), type)
  const object = await new Objects(session).get({ resource, name, namespace: (await session.namespace()).name })
  const secret = resource.kind === 'Secret'
  if (!secret && resource.kind !== 'ConfigMap') throw new CommandError(`unsupported resource specified in --from`)
  const wanted = flags.list('keys')
  const variable = (key: string): string => {
    const name = key.toUpperCase().replace(/[^A-Z0-9_]/g, '_')
    if (name !== key) session.warn(`key ${key} transferred to ${name}`)
    return flags.string('prefix') + name
  }
  return Object.keys(fieldsOf(object.data))
    .filter((key) => wanted.length === 0 || wanted.includes(key))
    .sort()
    .map((key) => ({
      name: variable(key),
      valueFrom: { [secret ? 'secretKeyRef' : 'configMapKeyRef']: { name, key } },
    }))
}

async function listEnv(call: Call, targets: readonly string[]): Promise<void> {
  const { session, flags } = call
  for (const { object, name, resource } of await targetsOf(call, {
    args: targets,
    selectable: true,
    allIsMild: true,
    local: flags.bool('local'),
  })) {
    const spec = podSpecOf(object as unknown as JsonObject)
    if (!spec) continue
    for (const container of containersOf(spec)) {
      if (!matchesName(flags.string('containers'), textOf(container.name))) continue
      session.out(`# ${resource.kind} ${name}, container ${textOf(container.name)}`)
      for (const one of Array.isArray(container.env) ? container.env.filter(isObject) : [])
        session.out(await variableText(call, one))
    }
  }
}

async function variableText(call: Call, variable: JsonObject): Promise<string> {
  const { session, flags } = call
  const name = textOf(variable.name)
  if (!isObject(variable.valueFrom)) return `${name}=${textOf(variable.value)}`
  const { secretKeyRef, configMapKeyRef, fieldRef, resourceFieldRef } = variable.valueFrom
  const ref = fieldsOf(secretKeyRef ?? configMapKeyRef)
  if (secretKeyRef || configMapKeyRef) {
    if (flags.bool('resolve')) {
      const resource = await requireResource(await session.discovery(), secretKeyRef ? 'secrets' : 'configmaps')
      const object = await new Objects(session).get({
        resource,
        name: textOf(ref.name),
        namespace: (await session.namespace()).name,
      })
      const value = textOf(fieldsOf(object.data)[textOf(ref.key)])
      return `${name}=${secretKeyRef ? decodeText(value) : value}`
    }
    return `# ${name} from ${secretKeyRef ? 'secret' : 'configmap'} ${textOf(ref.name)}, key ${textOf(ref.key)}`
  }
  if (fieldRef) return `# ${name} from field path ${textOf(fieldsOf(fieldRef).fieldPath)}`
  return `# ${name} from resource field ${textOf(fieldsOf(resourceFieldRef).resource)}`
}
