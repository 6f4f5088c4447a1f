import { type ObjectList, type PatchType, PATCH_MEDIA } from '../../client/client'
import type { ApiObject } from '../../machinery/object'
import type { Api } from '../core/api'
import type { Session } from '../core/session'
import { apiVersionOf, type Resource } from '../core/catalogue'
import type { DryRun } from '../print/dry-run'
import { StatusError } from '../../client/status-error'
import { pathOf, type Query } from '../../client/targets'

/** The address of an object; `namespace` is empty for cluster-scoped ones. */
export interface Place {
  readonly resource: Resource
  readonly namespace: string
  readonly name: string
}

/** The path of a collection; an empty namespace means all. */
export const collectionPath = (resource: Resource, namespace: string): string =>
  pathOf({
    group: resource.group,
    version: resource.version,
    resource: resource.name,
    namespace: resource.namespaced && namespace ? namespace : undefined,
  })
/** The path of an object or of its subresource. */
export const objectPath = ({ resource, namespace, name }: Place, subresource?: string): string =>
  pathOf(
    {
      group: resource.group,
      version: resource.version,
      resource: resource.name,
      namespace: resource.namespaced ? namespace : undefined,
    },
    name,
    subresource,
  )

const subjectOf = ({ group, name: resource }: Resource, name?: string) => ({ group, resource, name })

/** How a write is sent: as a dry run, and under which field manager. */
export interface WriteOptions {
  readonly dryRun?: DryRun
  readonly fieldManager?: string | undefined
  readonly query?: Query
  readonly subresource?: string | undefined
}
/** The query parameters of a write. */
export const writeQuery = ({ dryRun, fieldManager, query }: WriteOptions): Query => ({
  ...query,
  ...(fieldManager && { fieldManager }),
  ...(dryRun === 'server' && { dryRun: 'All' }),
})

/** Requests for objects of any kind. */
export class Objects {
  constructor(private readonly session: Session) {}

  async get(place: Place, options: { subresource?: string | undefined; accept?: string } = {}): Promise<ApiObject> {
    const api = await this.session.api()
    return api
      .json<ApiObject>('GET', objectPath(place, options.subresource), {
        subject: subjectOf(place.resource, place.name),
        ...(options.accept && { accept: options.accept }),
      })
      .catch((error: unknown) => orMissingNamespace(api, place.namespace, error))
  }

  /** The object, or undefined if it does not exist. */
  async find(place: Place, subresource?: string): Promise<ApiObject | undefined> {
    try {
      return await this.get(place, { subresource })
    } catch (error) {
      if (error instanceof StatusError && error.reason === 'NotFound') return undefined
      throw error
    }
  }

  /** All pages of a collection. Errors about selectors mention the selectors. */
  async *pages(
    resource: Resource,
    namespace: string,
    { query = {}, accept, limit = 500 }: { query?: Query; accept?: string; limit?: number },
  ): AsyncGenerator<ObjectList> {
    const api = await this.session.api()
    let more: string | undefined
    do {
      const page: ObjectList = await api
        .json<ObjectList>('GET', collectionPath(resource, namespace), {
          subject: subjectOf(resource),
          query: { ...query, ...(limit > 0 && { limit }), ...(more && { continue: more }) },
          ...(accept && { accept }),
        })
        .catch((error: unknown) => {
          throw listError(error, resource, query)
        })
      yield page
      more = page.metadata.continue
    } while (more)
  }

  /** All objects of a collection, each with `apiVersion` and `kind`. */
  async list(resource: Resource, namespace: string, query: Query = {}, limit = 500): Promise<ApiObject[]> {
    const items: ApiObject[] = []
    for await (const page of this.pages(resource, namespace, { query, limit }))
      for (const item of page.items) items.push(typed(item, page, resource))
    return items
  }

  async create(resource: Resource, namespace: string, object: unknown, options: WriteOptions = {}): Promise<ApiObject> {
    const api = await this.session.api()
    return api.json('POST', collectionPath(resource, namespace), {
      body: object,
      query: writeQuery(options),
      subject: subjectOf(resource),
    })
  }

  async replace(place: Place, object: unknown, options: WriteOptions = {}): Promise<ApiObject> {
    const api = await this.session.api()
    return api.json('PUT', objectPath(place, options.subresource), {
      body: object,
      query: writeQuery(options),
      subject: subjectOf(place.resource, place.name),
    })
  }

  async patch(place: Place, type: PatchType, patch: unknown, options: WriteOptions = {}): Promise<ApiObject> {
    const api = await this.session.api()
    return api.json('PATCH', objectPath(place, options.subresource), {
      body: patch,
      contentType: PATCH_MEDIA[type],
      query: writeQuery(options),
      subject: subjectOf(place.resource, place.name),
    })
  }

  async delete(place: Place, body: unknown): Promise<ApiObject> {
    const api = await this.session.api()
    return api.json('DELETE', objectPath(place), { body, subject: subjectOf(place.resource, place.name) })
  }
}

/** If an object and its namespace are both missing, the missing namespace is reported. */
async function orMissingNamespace(api: Api, namespace: string, error: unknown): Promise<never> {
  const missing = (one: unknown): boolean => one instanceof StatusError && one.reason === 'NotFound'
  if (!missing(error) || namespace === '' || namespace === 'default') throw error
  const path = `/api/v1/namespaces/${encodeURIComponent(namespace)}`
  throw await api.json('GET', path, { subject: { group: '', resource: 'namespaces', name: namespace } }).then(
    () => error,
    (other: unknown) => (missing(other) ? other : error),
  )
}

const typed = (item: ApiObject, page: ObjectList, resource: Resource): ApiObject =>
  item.kind
    ? item
    : {
        apiVersion: page.apiVersion || apiVersionOf(resource),
        ...item,
        kind: page.kind.replace(/List$/, '') || resource.kind,
      }

function listError(error: unknown, resource: Resource, { labelSelector, fieldSelector }: Query): unknown {
  if (!(error instanceof StatusError) || !['BadRequest', 'NotFound'].includes(error.reason)) return error
  const what = JSON.stringify(`${resource.group}/${resource.version}, Resource=${resource.name}`)
  const [labels, fields] = [labelSelector, fieldSelector].map((text) => JSON.stringify(String(text ?? '')))
  const message =
    labelSelector || fieldSelector
      ? `Unable to find ${what} that match label selector ${labels}, field selector ${fields}: ${error.message}`
      : `Unable to list ${what}: ${error.message}`
  return new StatusError(error.code, error.reason, message, error.details)
}
