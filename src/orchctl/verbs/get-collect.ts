import { StatusError } from '../../client/status-error'
import type { ApiObject } from '../../machinery/object'
import type { Resource } from '../core/catalogue'
import type { Call } from '../core/command'
import { CommandError, throwAll } from '../core/errors'
import { type Info, readManifests, resolveManifest } from '../resources/manifests'
import type { Selection } from '../resources/select'
import { Objects, type Place } from '../resources/server'
import { listOptions, namespaceOf } from './get-answers'

/** The objects in files. Failures to read a file are added to `unread`. */
export async function fromFiles({ session, flags, args }: Call, unread: unknown[]): Promise<Selection> {
  const manifests = await readManifests(session, flags, unread)
  if (args.length > 0)
    throw new CommandError(
      'when paths, URLs, or stdin is provided as input, you may not specify resource arguments as well',
    )
  const infos: Info[] = []
  for (const manifest of manifests)
    try {
      infos.push(await resolveManifest(session, manifest))
    } catch (error) {
      unread.push(error)
    }
  if (infos.length === 0) throwAll(unread)
  return { named: infos, collections: [], single: infos.length === 1 }
}

/** An object, a list or a table from the server. */
export interface GetAnswer {
  readonly resource: Resource
  readonly object: ApiObject
  readonly list: boolean
}

/** Requests everything that is selected; collects failures instead of throwing them. */
export async function collect(
  call: Call,
  { named, collections }: Selection,
  accept?: string,
): Promise<{ answers: GetAnswer[]; errors: unknown[] }> {
  const { session, flags } = call
  const objects = new Objects(session)
  const namespace = await namespaceOf(call)
  const answers: GetAnswer[] = []
  const errors: unknown[] = []
  const { query, limit } = listOptions(call)
  const extra = accept && flags.string('sort-by') ? { includeObject: 'Object' } : {}
  for (const resource of collections) {
    try {
      const pages = objects.pages(resource, namespace, {
        query: { ...query, ...extra },
        limit,
        ...(accept && { accept }),
      })
      for await (const object of pages) answers.push({ resource, object: object as unknown as ApiObject, list: true })
    } catch (error) {
      errors.push(error)
    }
  }
  for (const { resource, name, namespace: own = namespace } of named) {
    const place: Place = { resource, namespace: resource.namespaced ? own : '', name }
    try {
      const object = await objects.get(place, {
        subresource: flags.string('subresource') || undefined,
        ...(accept && { accept }),
      })
      answers.push({ resource, object, list: false })
    } catch (error) {
      const missing = error instanceof StatusError && error.reason === 'NotFound'
      if (!(missing && flags.bool('ignore-not-found'))) errors.push(error)
    }
  }
  return { answers, errors }
}
