import { parseLabelSelector } from '../../../machinery/label-selector-parser'
import type { Query } from '../../../client/client'
import type { Call, Command } from '../../core/command'
import { CommandError, throwAll, usageError, withSource } from '../../core/errors'
import { causeOf, noted, RECORD_FLAG } from '../../resources/record'
import { managerOf } from '../../core/words'
import { byText } from '../../print/json-text'
import { DRY_RUN_FLAG, dryRunOf, PRINT_FLAGS, printerOf, Reporter } from '../../print/printer'
import { readManifests, resolveManifest, together, type Info } from '../../resources/manifests'
import { filesOf, requireFiles, FILE_FLAGS } from '../../resources/manifest-files'
import { LINE_ENDINGS_FLAG } from '../edit-session'
import { Objects } from '../../resources/server'
import { VALIDATE_FLAG, validateManifest, validationOf } from '../../resources/validation'
import type { JsonObject } from '../../../machinery/json'
import type { ApiObject } from '../../../machinery/object'
import { messageOf } from '../../../machinery/message-of'
import { editManifests } from '../edit'
import {
  CONFIG_MAP,
  GENERIC_SECRET,
  NAMESPACE,
  PRIORITY_CLASS,
  QUOTA,
  REGISTRY_SECRET,
  SERVICE_ACCOUNT,
  TLS_SECRET,
} from './config'
import { annotateLastApplied, generatorCommand, oneName } from './generator'
import { INGRESS, SERVICE_GENERATORS } from './network'
import { CLUSTER_ROLE, CLUSTER_ROLE_BINDING, ROLE, ROLE_BINDING } from './rbac'
import { CRON_JOB, DEPLOYMENT, DISRUPTION_BUDGET, JOB } from './workloads'

const TOKEN: Command = {
  name: 'token',
  short: 'Request a service account token',
  flags: [
    ...PRINT_FLAGS,
    { name: 'audience', type: 'strings', help: 'Audience of the token; may be given more than once' },
    {
      name: 'bound-object-kind',
      type: 'string',
      help: 'Kind of the object that the token is bound to: Pod, Secret or Node',
    },
    { name: 'bound-object-name', type: 'string', help: 'Name of that object' },
    { name: 'bound-object-uid', type: 'string', help: 'UID of that object' },
    { name: 'duration', type: 'duration', default: '0s', help: 'How long the token is to last' },
  ],
  run: createToken,
}

async function createToken(call: Call): Promise<void> {
  const { session, flags } = call
  const name = oneName(call)
  const duration = flags.duration('duration')
  if (duration < 0) throw new CommandError('--duration must be greater than or equal to 0')
  if (duration % 1000 !== 0) throw new CommandError('--duration cannot be expressed in units less than seconds')
  const [kind, boundName, uid] = ['kind', 'name', 'uid'].map((part) => flags.string(`bound-object-${part}`))
  if (kind && !BOUND_KINDS.includes(kind))
    throw new CommandError(`supported --bound-object-kind values are ${BOUND_KINDS.join(', ')}`)
  if (kind && !boundName) throw new CommandError('--bound-object-name is required if --bound-object-kind is provided')
  for (const [part, value] of Object.entries({ name: boundName, uid }))
    if (!kind && value)
      throw new CommandError(`--bound-object-${part} can only be set if --bound-object-kind is provided`)
  const request = {
    apiVersion: 'authentication.orch.io/v1',
    kind: 'TokenRequest',
    metadata: { creationTimestamp: null },
    spec: {
      audiences: flags.list('audience').length > 0 ? [...flags.list('audience')] : null,
      ...(duration > 0 && { expirationSeconds: duration / 1000 }),
      boundObjectRef: kind ? { kind, apiVersion: 'v1', name: boundName ?? '', ...(uid && { uid }) } : null,
    },
    status: { token: '', expirationTimestamp: null },
  }
  const namespace = (await session.namespace()).name
  const printer = await printerOf(session, flags)
  let answer: ApiObject & { status?: { token?: string } }
  try {
    answer = await (
      await session.api()
    ).json(
      'POST',
      `/api/v1/namespaces/${encodeURIComponent(namespace)}/serviceaccounts/${encodeURIComponent(name)}/token`,
      {
        body: request,
        subject: { group: '', resource: 'serviceaccounts', name },
      },
    )
  } catch (error) {
    throw new CommandError(`failed to create token: ${messageOf(error)}`)
  }
  const token = answer.status?.token ?? ''
  if (token === '') throw new CommandError('failed to create token: no token in server response')
  const shown = { ...answer, metadata: { creationTimestamp: null, ...answer.metadata } } as unknown as ApiObject
  if (printer) session.io.stdout(printer.print(shown, 0))
  else session.out(token)
}

/** What a token may be bound to. */
const BOUND_KINDS = ['Node', 'Pod', 'Secret']

const SECRET: Command = {
  name: 'secret',
  short: 'Create a secret using a specified subcommand',
  long: 'Create a secret with specified type.\n\n A docker-registry type secret is for accessing a container registry.\n\n A generic type secret indicate an Opaque secret type.\n\n A tls type secret holds TLS certificate and its associated key.',
  commands: [REGISTRY_SECRET, GENERIC_SECRET, TLS_SECRET].map(generatorCommand),
}

const SERVICE: Command = {
  name: 'service',
  aliases: ['svc'],
  short: 'Create a service using a specified subcommand',
  commands: SERVICE_GENERATORS.map(generatorCommand).sort((a, b) => byText(a.name, b.name)),
}

export const CREATE: Command = {
  name: 'create',
  short: 'Create a resource from a file or from stdin',
  section: 'Basic Commands (Beginner)',
  long: 'Create a resource from a file or from stdin.\n\n JSON and YAML formats are accepted.',
  flags: [
    ...FILE_FLAGS,
    ...PRINT_FLAGS,
    DRY_RUN_FLAG,
    VALIDATE_FLAG,
    { name: 'edit', type: 'bool', default: 'false', help: 'Edit the objects before they are created' },
    {
      name: 'field-manager',
      type: 'string',
      default: managerOf('create'),
      help: 'Name under which the fields are owned',
    },
    LINE_ENDINGS_FLAG,
    { name: 'raw', type: 'string', help: 'Path to post the file to, as it is' },
    RECORD_FLAG,
    { name: 'save-config', type: 'bool', default: 'false', help: 'Remember the configuration for a later apply' },
    { name: 'selector', short: 'l', type: 'string', help: 'Labels of the objects of the files that are meant' },
  ],
  commands: [
    generatorCommand(CLUSTER_ROLE),
    generatorCommand(CLUSTER_ROLE_BINDING),
    generatorCommand(CONFIG_MAP),
    generatorCommand(CRON_JOB),
    generatorCommand(DEPLOYMENT),
    generatorCommand(INGRESS),
    generatorCommand(JOB),
    generatorCommand(NAMESPACE),
    generatorCommand(DISRUPTION_BUDGET),
    generatorCommand(PRIORITY_CLASS),
    generatorCommand(QUOTA),
    generatorCommand(ROLE),
    generatorCommand(ROLE_BINDING),
    SECRET,
    SERVICE,
    generatorCommand(SERVICE_ACCOUNT),
    TOKEN,
  ],
  run: createFromFiles,
}

async function createFromFiles(call: Call): Promise<void> {
  const { session, flags, args, path } = call
  if (flags.list('filename').length === 0 && !flags.string('kustomize')) {
    if (args.length > 0) throw usageError(path, `Unexpected args: [${args.join(' ')}]`)
    throw new CommandError('must specify one of -f and -k')
  }
  if (args.length > 0) throw usageError(path, `Unexpected args: [${args.join(' ')}]`)
  if (flags.string('raw')) return createRaw(call)
  const reporter = await Reporter.of(session, flags)
  const dryRun = dryRunOf(session, flags)
  const unread: unknown[] = []
  const manifests = selectByLabel(flags.string('selector'), await readManifests(session, flags, unread))
  if (manifests.length === 0) throw new CommandError('no objects passed to create')
  const cause = causeOf(call)
  if (flags.bool('edit')) return editManifests(call, manifests, (info) => createOne(call, info, reporter))
  const errors: unknown[] = []
  for (const manifest of manifests) {
    let ready: { info: Info; query: Query }
    try {
      const found = await resolveManifest(session, manifest, validationOf(flags) !== 'Ignore')
      const info = { ...found, object: noted(found.object, cause) }
      ready = { info, query: await validateManifest(session, flags, info.resource, manifest.object, info.source ?? '') }
    } catch (error) {
      unread.push(error)
      continue
    }
    const { info, query } = ready
    try {
      if (dryRun === 'client') reporter.report(prepared(call, info), 'created')
      else await createOne(call, info, reporter, query)
    } catch (error) {
      errors.push(error)
    }
  }
  throwAll([...errors, ...together(unread)])
}

/** Those whose labels the selector selects. */
export function selectByLabel<T extends { readonly object: ApiObject }>(text: string, list: readonly T[]): T[] {
  if (!text) return [...list]
  const selector = parseLabelSelector(text)
  return list.filter(({ object }) => selector.matches(object.metadata.labels ?? {}))
}

function prepared({ flags }: Call, { object }: Info): ApiObject {
  if (!flags.bool('save-config')) return object
  const copy = { ...object } as unknown as JsonObject
  annotateLastApplied(copy)
  return copy as unknown as ApiObject
}

async function createOne(call: Call, info: Info, reporter: Reporter, query = {}): Promise<void> {
  const { session, flags } = call
  try {
    const created = await new Objects(session).create(info.resource, info.namespace, prepared(call, info), {
      dryRun: dryRunOf(session, flags),
      fieldManager: flags.string('field-manager'),
      query,
    })
    reporter.report(created, 'created')
  } catch (error) {
    throw withSource('creating', info.source, error)
  }
}

async function createRaw({ session, flags }: Call): Promise<void> {
  await requireFiles(session, flags)
  const api = await session.api()
  for await (const { text } of filesOf(session, flags))
    session.io.stdout(await api.text('POST', flags.string('raw'), { body: text, contentType: 'application/json' }))
}
