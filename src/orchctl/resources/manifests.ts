import type { ApiObject } from '../../machinery/object'
import { CommandError, isRefusal, ManyErrors, throwAll } from '../core/errors'
import type { FlagValues } from '../core/flags'
import { resolvePath } from '../core/paths'
import type { Session } from '../core/session'
import { findKind, type Resource } from '../core/catalogue'
import { parseLabelSelector } from '../../machinery/label-selector-parser'
import { buildKustomization } from './kustomize'
import { filesOf } from './manifest-files'
import { type Manifest, manifestsOf, refuseUnnamedKind, refuseWrongMetadata } from './manifest-objects'

/** An object with its resource. */
export interface Info {
  readonly resource: Resource
  /** Empty for cluster-scoped kinds. */
  readonly namespace: string
  readonly name: string
  readonly source?: string
  readonly object: ApiObject
}

/** Combines reading failures into one entry among the failures of a command. */
export const together = (errors: readonly unknown[]): unknown[] =>
  errors.length > 1 ? [new ManyErrors(errors)] : [...errors]

/** Whether a command validates fields before it sends anything. */
const isChecked = (flags: FlagValues): boolean =>
  flags.has('validate') && !['false', 'ignore'].includes(flags.string('validate'))

/**
 * Reads the objects of `-f` and `-k`, with lists split into items. Failures are added to `failed`; without it, or if there are no objects,
 * they are thrown.
 */
export async function readManifests(session: Session, flags: FlagValues, failed?: unknown[]): Promise<Manifest[]> {
  const files = flags.list('filename')
  const directory = flags.string('kustomize')
  if (files.length > 0 && directory) throw new CommandError('only one of -f or -k can be specified')
  if (directory) {
    const built = await buildKustomization(session.io, resolvePath(session.io.cwd, directory))
    return built.map((object) => ({ object, source: '' }))
  }
  const manifests: Manifest[] = []
  const errors: unknown[] = []
  for await (const { source, text } of filesOf(session, flags)) {
    try {
      for (const part of manifestsOf(text, source, isChecked(flags), errors)) manifests.push(part)
    } catch (error) {
      errors.push(error)
    }
  }
  if (manifests.length === 0 || !failed) throwAll(errors)
  failed?.push(...errors)
  return manifests
}

/**
 * The resource and the namespace of an object to write. `checked`: its fields will be validated too.
 * @throws CommandError for an unknown kind, and for a namespace other than the requested one
 */
export async function resolveManifest(session: Session, { object, source }: Manifest, checked = false): Promise<Info> {
  const { kind = '', apiVersion = '', metadata } = object
  const name = metadata.name ?? ''
  refuseUnnamedKind(object, source, checked)
  refuseWrongMetadata(object, source, checked)
  const discovery = await session.discovery()
  discovery.asked = checked ? 0 : 1
  const resource = await discovery
    .search((catalogue) => findKind(catalogue, apiVersion, kind))
    .catch((error: unknown) => {
      if (!isRefusal(error)) throw error
      const file = JSON.stringify(source)
      // Field validation requests the OpenAPI document first, so that is the failed request.
      const why = error.message.replace('/api?timeout=32s', '/openapi/v2?timeout=32s')
      throw new CommandError(
        checked
          ? `error validating ${file}: error validating data: failed to download openapi: ${why}; if you choose to ignore these errors, turn validation off with --validate=false`
          : `unable to recognize ${file}: ${error.message}`,
      )
    })
  if (!resource)
    throw new CommandError(
      `resource mapping not found for name: ${JSON.stringify(name)} namespace: ${JSON.stringify(metadata.namespace ?? '')} from ${JSON.stringify(source)}: no matches for kind ${JSON.stringify(kind)} in version ${JSON.stringify(apiVersion)}\nensure CRDs are installed first`,
    )
  if (!resource.namespaced) return { resource, namespace: '', name, source, object }
  const wanted = await session.namespace()
  const own = metadata.namespace
  if (own && wanted.explicit && own !== wanted.name)
    throw new CommandError(
      `the namespace from the provided object ${JSON.stringify(own)} does not match the namespace ${JSON.stringify(wanted.name)}. You must pass '--namespace=${own}' to perform this operation.`,
    )
  const namespace = own || wanted.name
  return { resource, namespace, name, source, object: { ...object, metadata: { ...metadata, namespace } } }
}

/** The items whose labels match the selector. */
export function selectByLabel<T extends { readonly object: ApiObject }>(text: string, list: readonly T[]): T[] {
  if (!text) return [...list]
  const selector = parseLabelSelector(text)
  return list.filter(({ object }) => selector.matches(object.metadata.labels ?? {}))
}
