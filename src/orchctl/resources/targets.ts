import type { Call } from '../core/command'
import { CommandError, throwAll } from '../core/errors'
import type { Flag } from '../core/flags'
import { readManifests, resolveManifest, together, type Info } from './manifests'
import { select } from './select'
import { Objects } from './server'

/** Flags of commands that work on existing objects. */
export const TARGET_FLAGS: readonly Flag[] = [
  { name: 'all', type: 'bool', default: 'false', help: 'All objects of the types given' },
  { name: 'all-namespaces', short: 'A', type: 'bool', default: 'false', help: 'In all namespaces' },
  { name: 'field-selector', type: 'string', help: 'Fields to select by' },
  { name: 'selector', short: 'l', type: 'string', help: 'Labels to select by' },
]

/** How a command finds its objects. */
export interface TargetOptions {
  /** Whether selectors can select the objects. */
  readonly selectable?: boolean
  /** Whether a type alone selects all of its objects. */
  readonly typeAlone?: boolean
  /** Whether `--all` with named objects is ignored instead of refused. */
  readonly allIsMild?: boolean
  /** Whether objects from files are used as they are, without reading them from the server. */
  readonly local?: boolean
  /** Called with each failure and the number of objects found before it; without it, failures are thrown together at the end. */
  readonly failed?: (error: unknown, before: number) => void
  /** The arguments to use, if not all of the command's. */
  readonly args?: readonly string[]
  readonly subresource?: string
}

const flagOf = ({ flags }: Call, name: string): string => (flags.has(name) ? flags.string(name) : '')
const boolOf = ({ flags }: Call, name: string): boolean => flags.has(name) && flags.bool(name)

/** Whether flags name files with objects. */
export const fromFilesAsked = (call: Call): boolean =>
  (call.flags.has('filename') && call.flags.list('filename').length > 0) || flagOf(call, 'kustomize') !== ''

/** The objects that a command line selects, in their live state. */
export async function targetsOf(call: Call, options: TargetOptions = {}): Promise<Info[]> {
  const { session } = call
  const args = options.args ?? call.args
  const objects = new Objects(session)
  const infos: Info[] = []
  const errors: unknown[] = []
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work()
    } catch (error) {
      if (options.failed) options.failed(error, infos.length)
      else errors.push(error)
    }
  }
  if (fromFilesAsked(call)) {
    if (args.length > 0)
      throw new CommandError(
        'when paths, URLs, or stdin is provided as input, you may not specify resource arguments as well',
      )
    const unread: unknown[] = []
    for (const manifest of await readManifests(session, call.flags, unread))
      await attempt(async () => {
        const info = await resolveManifest(session, manifest)
        infos.push(
          options.local
            ? { ...info, object: manifest.object }
            : { ...info, object: await objects.get(info, { subresource: options.subresource }) },
        )
      })
    for (const error of together(unread))
      if (options.failed) options.failed(error, infos.length)
      else errors.push(error)
    if (!options.failed) throwAll(errors)
    return infos
  }
  const selector = {
    labelSelector: flagOf(call, 'selector') || undefined,
    fieldSelector: flagOf(call, 'field-selector') || undefined,
  }
  const selecting = Boolean(
    options.selectable &&
    (selector.labelSelector ||
      selector.fieldSelector ||
      (boolOf(call, 'all') && !(options.allIsMild && (args.length > 1 || args.some((word) => word.includes('/')))))),
  )
  const everywhere = boolOf(call, 'all-namespaces')
  const { named, collections } = await select(session, args, {
    selecting,
    typeAlone: options.typeAlone ?? false,
    allNamespaces: everywhere,
  })
  const namespace = everywhere ? '' : (await session.namespace()).name
  for (const resource of collections)
    await attempt(async () => {
      for (const object of await objects.list(resource, namespace, selector))
        infos.push({ resource, namespace: object.metadata.namespace ?? '', name: object.metadata.name ?? '', object })
    })
  for (const { resource, name } of named)
    await attempt(async () => {
      const place = { resource, namespace: resource.namespaced ? namespace : '', name }
      infos.push({ ...place, object: await objects.get(place, { subresource: options.subresource }) })
    })
  if (!options.failed) throwAll(errors)
  return infos
}
