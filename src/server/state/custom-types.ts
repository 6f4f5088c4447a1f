import { withSelfLinks } from '../../registry/self-link'
import { compileCustomType } from '../../api/apiextensions/custom-type'
import { type Definition, definitionOf, type DefinitionStatus } from '../../api/apiextensions/definition'
import {
  CLEANUP_FINALIZER,
  establishedStatus,
  isEstablished,
  isTerminating,
  terminatingStatus,
} from '../../api/apiextensions/lifecycle'
import { convertByWebhook } from '../../api/apiextensions/webhook-converter'
import type { Client } from '../../client/client'
import { sleep } from '../../machinery/clock'
import { equal } from '../../machinery/json'
import { KeyedQueue } from '../../machinery/keyed-queue'
import type { ApiObject } from '../../machinery/object'
import { storePrefix } from '../../registry/resource-type'
import type { Server } from '../server'
import { isStatus } from '../../client/status-error'
import { type Served, servedType } from './custom-served-type'

const DEFINITIONS = { group: 'apiextensions.orch.io', resource: 'customresourcedefinitions' }
const TARGET = { ...DEFINITIONS, version: 'v1' }
const LOOK_AGAIN_MS = 100
const MOST_CONFLICTS = 10

/**
 * Keeps the catalogue in step with the cluster's definitions: a type is served as soon as its definition is established, and follows every
 * change of it. Running watches of a changed version end, so that clients look again.
 */
export class CustomTypes {
  private readonly known = new Map<string, Served>()
  private readonly busy = new KeyedQueue()

  constructor(
    private readonly server: Server,
    /** Writes status and finalizers, through the server like any client. */
    private readonly client: Client,
  ) {}

  start(): void {
    const { reader } = this.server
    reader.subscribe(DEFINITIONS, (change) => {
      if (change.type === 'set') this.follow(change.object)
      else this.forget(change.previous.metadata.name ?? '')
    })
    for (const object of reader.list(DEFINITIONS)) this.follow(object)
  }

  private follow(object: ApiObject): void {
    const definition = definitionOf(object)
    if (isEstablished(definition)) this.serve(object, definition)
    this.enqueue(object.metadata.name ?? '')
  }

  private serve(object: ApiObject, definition: Definition): void {
    const name = object.metadata.name ?? ''
    const before = this.known.get(name)
    const terminating = isTerminating(definition)
    const same =
      before &&
      equal(before.definition.spec, definition.spec) &&
      equal(before.definition.status.acceptedNames, definition.status.acceptedNames)
    // Open watches of a terminating definition continue until its last object is deleted.
    if (same) {
      before.terminating = terminating
      return
    }
    const served: Served = { definition, terminating }
    this.known.set(name, served)
    const { catalogue } = this.server
    const versions = compileCustomType(object, {
      release: this.server.release,
      feature: this.server.feature,
      convert: (objects, apiVersion) => convertByWebhook(definition, objects, apiVersion, this.server),
    })
    const offered = versions.filter((version) => version.served)
    const gone = catalogue
      .types()
      .filter(
        (type) =>
          type.custom &&
          type.group === definition.spec.group &&
          type.resource === definition.spec.names?.plural &&
          !offered.some(({ version }) => version === type.version),
      )
    for (const type of gone) catalogue.removeVersion(type.group, type.version, type.resource)
    for (const version of offered) catalogue.add(withSelfLinks(servedType(version, served), this.server))
  }

  private forget(name: string): void {
    const before = this.known.get(name)
    if (!before) return
    this.known.delete(name)
    this.server.catalogue.remove(before.definition.spec.group ?? '', before.definition.spec.names?.plural ?? '')
    // The names that it held are free for other definitions now.
    for (const object of this.server.reader.list(DEFINITIONS)) this.enqueue(object.metadata.name ?? '')
  }

  /** Runs one task per definition at a time, always with its newest state. */
  private enqueue(name: string): void {
    const work = () =>
      this.settle(name).catch(async (error: unknown) => {
        if (this.server.lifetime.aborted) return
        this.server.report(error)
        // A write of the failed task would otherwise trigger it again at once.
        await sleep(this.server.clock, LOOK_AGAIN_MS, this.server.lifetime)
      })
    void this.busy.run(name, work)
  }

  private async settle(name: string): Promise<void> {
    const object = this.server.reader.get(DEFINITIONS, undefined, name)
    if (!object) return
    const definition = definitionOf(object)
    if (object.metadata.deletionTimestamp) return this.cleanUp(name)
    const others = this.server.reader
      .list(DEFINITIONS)
      .filter((other) => other.metadata.name !== name)
      .map(definitionOf)
    const status = establishedStatus(definition, others, this.server.clock.now())
    if (status !== definition.status)
      await this.writeStatus(name, (current) => establishedStatus(current, others, this.server.clock.now()))
  }

  private async writeStatus(name: string, next: (definition: Definition) => DefinitionStatus): Promise<void> {
    for (let attempt = 0; ; attempt++) {
      const object = await this.client.get(TARGET, name)
      const status = next(definitionOf(object))
      if (equal(status, object.status)) return
      try {
        await this.client.update(TARGET, { ...object, status }, { subresource: 'status' })
        return
      } catch (error) {
        if (!isStatus(error, 'Conflict') || attempt >= MOST_CONFLICTS) throw error
      }
    }
  }

  /** Deletes all objects of a terminating definition, then removes its finalizer. */
  private async cleanUp(name: string): Promise<void> {
    const object = this.server.reader.get(DEFINITIONS, undefined, name)
    if (!object?.metadata.finalizers?.includes(CLEANUP_FINALIZER)) return
    const definition = definitionOf(object)
    await this.writeStatus(name, (current) => terminatingStatus(current, 'in-progress', this.server.clock.now()))
    const { group = '', names = {}, versions = [] } = definition.spec
    const prefix = storePrefix(group, names.plural ?? '')
    const version = versions.find(({ served }) => served)?.name
    while (this.server.store.count(prefix) > 0) {
      for (const entry of this.server.store.list(prefix).entries) {
        const { metadata } = entry.value as ApiObject
        if (metadata.deletionTimestamp || version === undefined) continue
        try {
          await this.client.delete(
            { group, version, resource: names.plural ?? '', namespace: metadata.namespace },
            metadata.name ?? '',
          )
        } catch (error) {
          if (!isStatus(error, 'NotFound')) throw error
        }
      }
      // The remaining objects wait for their own finalizers.
      if (this.server.store.count(prefix) > 0) await sleep(this.server.clock, LOOK_AGAIN_MS, this.server.lifetime)
      if (!this.server.reader.get(DEFINITIONS, undefined, name)) return
    }
    await this.writeStatus(name, (current) => terminatingStatus(current, 'completed', this.server.clock.now()))
    const current = await this.client.get(TARGET, name)
    const finalizers = (current.metadata.finalizers ?? []).filter((finalizer) => finalizer !== CLEANUP_FINALIZER)
    // Through the status endpoint, which also accepts a definition that is no longer valid.
    await this.client.update(
      TARGET,
      { ...current, metadata: { ...current.metadata, finalizers } },
      { subresource: 'status' },
    )
  }
}
