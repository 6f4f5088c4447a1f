import type { ApiObject } from '../../machinery/object'
import { CommandError, isRefusal, ManyErrors, throwAll } from '../core/errors'
import type { FlagValues } from '../core/flags'
import { resolvePath } from '../core/paths'
import type { Session } from '../core/session'
import { buildKustomization } from './kustomize'
import { filesOf } from './manifest-files'
import { type Manifest, manifestsOf, refuseUnnamedKind, refuseWrongMetadata } from './manifest-objects'
import { findKind, type Resource } from '../core/catalogue'
import { parseLabelSelector } from '../../machinery/label-selector-parser'

/** An object with the resource that it belongs to. */
export interface Info {
  readonly resource: Resource
  /** Empty for kinds without namespaces. */
  readonly namespace: string
  readonly name: string
  readonly source?: string
  readonly object: ApiObject
}

/** The failures of reading, as the one that stands among those of a command's work. */
export const together = (errors: readonly unknown[]): unknown[] =>
  errors.length > 1 ? [new ManyErrors(errors)] : [...errors]

/** Whether a command checks fields before it sends anything. */
const isChecked = (flags: FlagValues): boolean =>
  flags.has('validate') && !['false', 'ignore'].includes(flags.string('validate'))

/**
 * What the flags `-f` and `-k` stand for, lists taken apart. What can't be read goes to `failed`; it is thrown without one, and when
 * nothing else is left.
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
 * The resource and the namespace of an object that is to be written. `checked` says that its fields are to be checked too.
 * @throws CommandError for a kind that the server doesn't have, and for a namespace that is not the one asked for
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
      // Who checks fields asks for their description first.
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

/** Those whose labels the selector selects. */
export function selectByLabel<T extends { readonly object: ApiObject }>(text: string, list: readonly T[]): T[] {
  if (!text) return [...list]
  const selector = parseLabelSelector(text)
  return list.filter(({ object }) => selector.matches(object.metadata.labels ?? {}))
}
