import { encodeBase64Url, utf8 } from '../../machinery/base64'
import type { ApiObject } from '../../machinery/object'
import { writeJson } from '../../machinery/json-text'
import type { Call } from '../core/command'
import { CommandError } from '../core/errors'
import { CLIENT_VERSION, managerOf, PROGRAM } from '../core/words'
import type { Info } from '../resources/manifests'
import { Objects, type Place } from '../resources/server'
import { findKind, groupResourceOf, type Resource } from '../core/catalogue'
import type { Pruning } from './pruning'

const DOMAIN = 'applyset.orch.io'
const PART_OF = `${DOMAIN}/part-of`
const ID = `${DOMAIN}/id`
const TOOLING = `${DOMAIN}/tooling`
const KINDS = `${DOMAIN}/contains-group-kinds`
const NAMESPACES = `${DOMAIN}/additional-namespaces`

/** A set of objects tracked by a parent object, whose labels and annotations list the kinds to search. */
export class ApplySet implements Pruning {
  private kinds: Set<string>
  private namespaces: Set<string>

  private constructor(
    private readonly call: Call,
    private readonly parent: Place,
    private readonly id: string,
    private readonly found: ApiObject | undefined,
  ) {
    const annotations = found?.metadata.annotations ?? {}
    const words = (text = ''): string[] => text.split(',').filter(Boolean)
    this.kinds = new Set(words(annotations[KINDS]))
    this.namespaces = new Set(words(annotations[NAMESPACES]))
  }

  /** @throws CommandError if the parent is of an unsuitable kind, or belongs to another tool */
  static async open(call: Call, word: string): Promise<ApplySet> {
    const { session } = call
    const [type = '', name] = word.includes('/') ? word.split('/') : ['secrets', word]
    const resource = await (await session.discovery()).resource(type)
    if (!resource)
      throw new CommandError(`invalid parent reference ${JSON.stringify(word)}: no matches for /, Resource=${type}`)
    if (!name) throw new CommandError(`invalid parent reference ${JSON.stringify(word)}`)
    if (!['Secret', 'ConfigMap'].includes(resource.kind) && resource.group === '')
      throw new CommandError(
        `resource ${JSON.stringify(`${resource.group}/${resource.version}, Resource=${resource.name}`)} is not permitted as an ApplySet parent`,
      )
    const wanted = await session.namespace()
    if (resource.namespaced && !wanted.explicit)
      throw new CommandError('[namespace is required to use namespace-scoped ApplySet]')
    const parent = { resource, namespace: resource.namespaced ? wanted.name : '', name }
    const text = [name, parent.namespace, resource.kind, resource.group].join('.')
    const digest = await session.io.sha256(utf8(text))
    const id = `applyset-${encodeBase64Url(digest)}-v1`
    const found = await new Objects(session).find(parent)
    const owner = found?.metadata.annotations?.[TOOLING]?.split('/')[0]
    if (found && owner !== undefined && owner !== PROGRAM)
      throw new CommandError(
        `ApplySet parent object ${JSON.stringify(`${groupResourceOf(resource)}/${name}`)} already exists and is managed by tooling ${JSON.stringify(owner)} instead of ${JSON.stringify(PROGRAM)}`,
      )
    if (found && found.metadata.labels?.[ID] === undefined && owner === undefined)
      throw new CommandError(
        `ApplySet parent object ${JSON.stringify(`${groupResourceOf(resource)}/${name}`)} exists and does not have required label ${ID}`,
      )
    return new ApplySet(call, parent, id, found)
  }

  async before(infos: readonly Info[]): Promise<void> {
    for (const { resource, namespace } of infos) {
      this.kinds.add(kindKey(resource))
      if (namespace && namespace !== this.parent.namespace) this.namespaces.add(namespace)
    }
    await this.write()
  }
  label(info: Info): Info {
    const { metadata } = info.object
    return {
      ...info,
      object: { ...info.object, metadata: { ...metadata, labels: { ...metadata.labels, [PART_OF]: this.id } } },
    }
  }
  async candidates(): Promise<{ place: Place; object: ApiObject }[]> {
    const { session } = this.call
    const catalogue = await (await session.discovery()).catalogue()
    const found: { place: Place; object: ApiObject }[] = []
    for (const key of this.kinds) {
      const resource = resourceOfKey(catalogue.resources, key)
      if (!resource) continue
      for (const namespace of resource.namespaced ? [...new Set([this.parent.namespace, ...this.namespaces])] : [''])
        for (const object of await new Objects(session).list(resource, namespace, {
          labelSelector: `${PART_OF}=${this.id}`,
        }))
          found.push({
            place: { resource, namespace: object.metadata.namespace ?? '', name: object.metadata.name ?? '' },
            object,
          })
    }
    return found
  }
  async after(applied: readonly ApiObject[]): Promise<void> {
    const catalogue = await (await this.call.session.discovery()).catalogue()
    const resources = applied.flatMap((object) => findKind(catalogue, object.apiVersion ?? '', object.kind ?? '') ?? [])
    this.kinds = new Set(resources.map(kindKey))
    this.namespaces = new Set(
      applied.flatMap(({ metadata }) =>
        metadata.namespace && metadata.namespace !== this.parent.namespace ? [metadata.namespace] : [],
      ),
    )
    await this.write()
  }

  /** Updates the parent with the current content of the set. */
  private async write(): Promise<void> {
    const { resource, namespace, name } = this.parent
    const object = {
      apiVersion: resource.group ? `${resource.group}/${resource.version}` : resource.version,
      kind: resource.kind,
      metadata: {
        name,
        ...(namespace && { namespace }),
        annotations: {
          [TOOLING]: `${PROGRAM}/${CLIENT_VERSION}`,
          [KINDS]: [...this.kinds].sort().join(','),
          [NAMESPACES]: [...this.namespaces].sort().join(','),
        },
        labels: { [ID]: this.id },
      },
    }
    await new Objects(this.call.session).patch(this.parent, 'apply', writeJson(object), {
      fieldManager: managerOf('applyset'),
      query: { force: this.found === undefined },
    })
  }
}

const kindKey = ({ group, kind }: Resource): string => (group ? `${kind}.${group}` : kind)
const resourceOfKey = (resources: readonly Resource[], key: string): Resource | undefined =>
  resources.find((one) => !one.name.includes('/') && kindKey(one) === key)
