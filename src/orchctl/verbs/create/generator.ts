import type { JsonObject } from '../../../machinery/json'
import type { Call, Command } from '../../core/command'
import { CommandError, usageError } from '../../core/errors'
import type { Flag } from '../../core/flags'
import { compactJson } from '../../print/json-text'
import { PRINT_FLAGS } from '../../print/printer'
import { asTyped } from '../../print/typed'
import { Objects } from '../../resources/server'
import { VALIDATE_FLAG, validationQuery } from '../../resources/validation'
import { LAST_APPLIED, managerOf } from '../../core/words'
import type { ApiObject } from '../../../machinery/object'
import { messageOf } from '../../../machinery/message-of'
import { findKind } from '../../core/catalogue'
import { DRY_RUN_FLAG, dryRunOf } from '../../print/dry-run'
import { Reporter } from '../../print/reporter'

/** Builds an object of one kind from flags. */
export interface Generator {
  readonly name: string
  readonly aliases?: readonly string[]
  readonly short: string
  readonly flags: readonly Flag[]
  /** Required flags. */
  readonly required?: readonly string[]
  readonly apiVersion: string
  readonly kind: string
  readonly namespaced: boolean
  /** A prefix of the server's error message, if the command has one. */
  readonly failure?: string
  /** Returns the object without apiVersion, kind and name. */
  readonly build: (call: Call, name: string) => JsonObject | Promise<JsonObject>
}

const COMMON: readonly Flag[] = [
  ...PRINT_FLAGS,
  DRY_RUN_FLAG,
  {
    name: 'field-manager',
    type: 'string',
    default: managerOf('create'),
    help: 'Name under which the fields are owned',
  },
  { name: 'save-config', type: 'bool', default: 'false', help: 'Remember the configuration for a later apply' },
  VALIDATE_FLAG,
]

/** The only name in the arguments. Throws if there is any other argument. */
export function oneName({ args, path, dashAt }: Call): string {
  const names = dashAt >= 0 ? args.slice(0, dashAt) : args
  const [name] = names
  if (name === undefined || names.length > 1)
    throw usageError(path, `exactly one NAME is required, got ${names.length}`)
  return name
}

/** Throws unless all required flags are given. */
export function requireFlags({ flags }: Call, names: readonly string[]): void {
  const missing = names.filter((name) => !flags.changed(name))
  if (missing.length > 0)
    throw new CommandError(`required flag(s) ${missing.map((name) => JSON.stringify(name)).join(', ')} not set`)
}

/** The command `orchctl create NAME` for a generator, with the flags that all of them have. */
export const generatorCommand = (generator: Generator): Command => ({
  name: generator.name,
  short: generator.short,
  ...(generator.aliases && { aliases: generator.aliases }),
  flags: [...generator.flags, ...COMMON],
  run: (call) => generate(call, generator),
})

async function generate(call: Call, generator: Generator): Promise<void> {
  const { session, flags } = call
  requireFlags(call, generator.required ?? [])
  const name = oneName(call)
  const reporter = await Reporter.of(session, flags)
  const dryRun = dryRunOf(session, flags)
  const body = await generator.build(call, name)
  const namespace = generator.namespaced ? await session.namespace() : undefined
  const metadata = body.metadata as JsonObject | undefined
  const object: JsonObject = {
    ...body,
    apiVersion: generator.apiVersion,
    kind: generator.kind,
    metadata: {
      creationTimestamp: null,
      name,
      ...metadata,
      ...(namespace && (dryRun !== 'client' || namespace.explicit) && { namespace: namespace.name }),
    },
  }
  if (flags.bool('save-config')) annotateLastApplied(object)
  if (dryRun === 'client') return reporter.report(object as unknown as ApiObject, 'created')
  try {
    const created = await send(call, generator, object, namespace?.name ?? '')
    reporter.report(asTyped({ apiVersion: generator.apiVersion, kind: generator.kind, ...created }), 'created')
  } catch (error) {
    if (generator.failure === undefined) throw error
    throw new CommandError(`${generator.failure} ${messageOf(error)}`)
  }
}

async function send(call: Call, generator: Generator, object: JsonObject, namespace: string): Promise<ApiObject> {
  const { session, flags } = call
  const { apiVersion, kind } = generator
  const [version = '', group = ''] = apiVersion.split('/').reverse()
  const catalogue = await (await session.discovery()).catalogue()
  // An unserved kind is requested nevertheless: the server's answer explains it.
  const resource = findKind(catalogue, apiVersion, kind) ?? {
    group,
    version,
    kind,
    name: PLURALS[kind] ?? `${kind.toLowerCase()}s`,
    singular: kind.toLowerCase(),
    namespaced: generator.namespaced,
    verbs: [],
    shortNames: [],
    categories: [],
  }
  const query = validationQuery(flags)
  const options = { dryRun: dryRunOf(session, flags), fieldManager: flags.string('field-manager'), query }
  return new Objects(session).create(resource, namespace, object, options)
}

const PLURALS: Readonly<Record<string, string>> = {
  Ingress: 'ingresses',
  PriorityClass: 'priorityclasses',
}

/** Writes the object into its last-applied annotation, for a later apply. */
export function annotateLastApplied(object: JsonObject): void {
  const metadata = { ...(object.metadata as JsonObject | undefined) }
  const annotations = { ...(metadata.annotations as JsonObject | undefined) }
  delete annotations[LAST_APPLIED]
  metadata.annotations = annotations
  const text = `${compactJson({ ...object, metadata })}\n`
  object.metadata = { ...metadata, annotations: { ...annotations, [LAST_APPLIED]: text } }
}
